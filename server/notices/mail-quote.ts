// Due work: writes to the client of a quote that was sent, with its paper and the link where it is answered.
import { clientOf } from '../clients/client-store.ts'
import { findEvent } from '../events/event-store.ts'
import type { quoteMail } from '../events/work.ts'
import { quoteUrl } from '../invoicing/documents/links.ts'
import { findQuote } from '../invoicing/quotes/quote-store.ts'
import { transaction } from '../outbox/transaction.ts'
import type { TaskOf } from '../outbox/work.ts'
import { isWaiting } from '../rules/quote-states.ts'
import { letterheadOf } from '../teams/letterhead.ts'
import { demandTeam } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { languageOf } from './language-of.ts'
import { keepMail, queueMail } from './queue-mail.ts'
import { quoteLetter } from './quote-letter.ts'

export async function mailQuote(world: World, { piece, last }: TaskOf<typeof quoteMail>): Promise<void> {
  await transaction(world, last, async (tx) => {
    const event = await findEvent(tx, tx.owner, piece.key)
    const quote = event && (await findQuote(tx, tx.owner, JSON.parse(event.payload).data.object.id))
    // Answered or withdrawn meanwhile.
    if (quote === undefined || !isWaiting(quote)) return
    const team = await demandTeam(tx, tx.owner.teamId)
    const client = await clientOf(tx, tx.owner, quote)
    if (client.email === '') return
    const facts = {
      clientName: client.full_name,
      teamName: team.name,
      totalCents: quote.total_cents,
      validUntil: quote.valid_until,
      url: quoteUrl(world, quote.link_token),
    }
    const written = quoteLetter(facts, languageOf(team, client), letterheadOf(world, team))
    const paper = { of: 'quote', token: quote.link_token } as const
    const mail = { key: `quote ${piece.key}`, to: client.email, ...written, paper, about: quote.id }
    await (tx.owner.mode === 'live' ? queueMail(tx, mail) : keepMail(tx, mail))
  })
}
