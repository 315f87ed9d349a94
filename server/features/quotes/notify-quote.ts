// Due work: tells the client of a quote that was sent, and of the same once: by mail, with its paper and the link where
// it is answered, and on the phone where a messaging app reaches it. In test mode nobody is written to.

import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { shownName } from '../../kernel/values/shown-name.ts'
import { type ClientRow, clientOf } from '../clients/client-store.ts'
import { findEvent } from '../events/event-store.ts'
import type { quoteMail } from '../events/work.ts'
import { quoteUrl } from '../invoices/documents/links.ts'
import { numberText } from '../invoices/invoice-view.ts'
import { keepPhoneMessage, noteMail, reachedAt } from '../notifications/keep-message.ts'
import { languageOf } from '../notifications/language-of.ts'
import { wasTold } from '../notifications/message-store.ts'
import { keepMail, queueMail } from '../notifications/queue-mail.ts'
import { letterheadOf } from '../teams/letterhead.ts'
import { demandTeam, type Team } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { versionOf } from './quote-content.ts'
import { type QuoteFacts, quoteLetter, quoteMessage } from './quote-letter.ts'
import { findQuote, isToBeTold, type QuoteRow } from './quote-store.ts'
import { isSent } from './states.ts'

/** In both languages, with the same places. */
const TEMPLATE = 'orcamento_enviado'

export async function notifyQuote(world: World, { piece, last }: TaskOf<typeof quoteMail>): Promise<void> {
  await transaction(world, last, async (tx) => {
    const event = await findEvent(tx, tx.owner, piece.key)
    const quote = event && (await findQuote(tx, tx.owner, JSON.parse(event.payload).data.object.id))
    // Answered or withdrawn meanwhile.
    if (quote === undefined || !isSent(quote)) return
    const key = `quote ${piece.key}`
    if (await wasTold(tx, tx.owner, key)) return
    if (!(await isToBeTold(tx, quote.id, versionOf(quote)))) return
    const team = await demandTeam(tx, tx.owner.teamId)
    await writeAbout(world, tx, { key, quote, team, client: await clientOf(tx, tx.owner, quote) })
  })
}

interface ToTell {
  readonly key: string
  readonly quote: QuoteRow
  readonly team: Team
  readonly client: ClientRow
}

async function writeAbout(world: World, tx: Tx, { key, quote, team, client }: ToTell): Promise<void> {
  const language = languageOf(team, client)
  const facts = factsOf(world, quote, client, team)
  const { text, parameters } = quoteMessage(facts, language)
  const told = { key, kind: 'quote_sent', invoiceId: null, quoteId: quote.id } as const
  const to = reachedAt(world, tx, client.phone)
  if (to !== null) {
    const template = { template: TEMPLATE, language, parameters, link: quote.link_token, order: null }
    await keepPhoneMessage(world, tx, told, { id: tx.newId('message'), message: { to, ...template }, text })
  }
  // Who was erased is told nothing any more.
  if (client.email === '') return
  const written = quoteLetter(facts, language, letterheadOf(world, team))
  const paper = { of: 'quote', token: quote.link_token } as const
  const mail = { key, to: client.email, ...written, paper, about: quote.id }
  const mailId = await (tx.owner.mode === 'live' ? queueMail(tx, mail) : keepMail(tx, mail))
  if (to === null) await noteMail(tx, told, { to: client.email, text, mailId })
}

function factsOf(world: World, quote: QuoteRow, client: ClientRow, team: Team): QuoteFacts {
  const [first = quote, ...others] = quote.options
  return {
    clientName: shownName(client.full_name),
    teamName: team.name,
    number: numberText(quote) ?? '-',
    totalsCents: [BigInt(first.total_cents), ...others.map(({ total_cents }) => BigInt(total_cents))],
    validUntil: quote.valid_until,
    url: quoteUrl(world, quote.link_token),
  }
}
