// Notices to clients about quotes, by WhatsApp and by mail.

import type { SendInput, Sending } from '../../../contract/mails.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import type { Cents } from '../../kernel/values/money.ts'
import { moneyText, shortDate } from '../../render/itinerary/itinerary.ts'
import type { Letterhead } from '../../render/letterhead.ts'
import { layoutMail } from '../../render/mail/mail.ts'
import { type ClientRow, clientOf } from '../clients/store.ts'
import { numberText } from '../documents/view.ts'
import { DOCUMENT_WORDS } from '../documents/words.ts'
import { findEvent } from '../events/store.ts'
import { wasNotified } from '../notifications/message-store.ts'
import { demandEmail, demandPhone, keepPhoneMessage, noteMail, reachedAt } from '../notifications/messages.ts'
import { keepMail, languageOf, queueMail, type WrittenMail } from '../notifications/queue-mail.ts'
import { type Addressed, addressed, inTemplate, salutation } from '../notifications/salutation.ts'
import { letterheadOf } from '../teams/brand.ts'
import { demandTeam, type Team } from '../teams/store.ts'
import type { World } from '../world.ts'
import { isSent } from './states.ts'
import type { quoteMailJob } from './store.ts'
import { claimNotice, findQuote, type QuoteRow } from './store.ts'
import { isSimulatedQuote, quoteUrl, versionOf } from './view.ts'
import { QUOTE_WORDS } from './words.ts'

export interface QuoteFacts extends Addressed {
  readonly number: string
  /** Of each option, or of the quote itself. */
  readonly totalsCents: readonly [Cents, ...Cents[]]
  readonly validUntil: string | null
  readonly url: string
  readonly isSimulated: boolean
  /** In test mode every subject is marked when it is stored. */
  readonly isTest: boolean
}

interface QuoteNotice {
  readonly key: string
  readonly quote: QuoteRow
  readonly team: Team
  readonly client: ClientRow
}

/** In both languages, with the same parameters. */
const TEMPLATE = 'orcamento_enviado'

export async function notifyQuote(
  world: World,
  { payload: { event_id }, last }: TaskOf<typeof quoteMailJob>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const event = await findEvent(tx, tx.owner, event_id)
    const quote = event && (await findQuote(tx, tx.owner, JSON.parse(event.payload).data.object.id))
    // The client has answered, or the agency has withdrawn it.
    if (quote === undefined || !isSent(quote)) return
    const key = `quote ${event_id}`
    if (await wasNotified(tx, tx.owner, key)) return
    if (!(await claimNotice(tx, quote.id, versionOf(quote)))) return
    const team = await demandTeam(tx, tx.owner.teamId)
    await writeAbout(world, tx, { key, quote, team, client: await clientOf(tx, tx.owner, quote) })
  })
}

/** Sends a quote again on request. */
export async function sendQuote(
  world: World,
  scope: Scope,
  id: string,
  { channel = 'email' }: SendInput,
): Promise<Sending> {
  return transaction(world, scope, async (tx) => {
    const quote = (isUuid(id) && (await findQuote(tx, tx.owner, id))) || fail('quote_not_found')
    if (!isSent(quote))
      fail('invalid_status_transition', { advice: 'only a quote that waits for an answer can be sent again' })
    const client = await clientOf(tx, tx.owner, quote)
    const team = await demandTeam(tx, tx.owner.teamId)
    const notice = { key: `quote ${tx.newId('message')}`, quote, team, client }
    const about = { topic: 'records', object: 'quote', objectId: quote.id } as const
    record(tx, { ...about, before: null, after: { sent_by: channel } })
    if (channel === 'whatsapp') {
      const to = demandPhone(world, tx, client)
      await messageAbout(world, tx, notice, to)
      return { channel, to, mail_id: null }
    }
    const to = demandEmail(client)
    const mail_id = await mailAbout(world, tx, notice)
    await noteMail(tx, messageHead(notice), { to, text: textOf(world, notice), mailId: mail_id })
    return { channel, to, mail_id }
  })
}

async function writeAbout(world: World, tx: Tx, notice: QuoteNotice): Promise<void> {
  const { client } = notice
  const to = reachedAt(world, tx, client.phone)
  if (to !== null) await messageAbout(world, tx, notice, to)
  // Erased clients have no e-mail address.
  if (client.email === '') return
  const mailId = await mailAbout(world, tx, notice)
  if (to === null)
    await noteMail(tx, messageHead(notice), { to: client.email, text: textOf(world, notice), mailId })
}

function messageHead({ key, quote }: QuoteNotice) {
  return { key, kind: 'quote_sent', invoiceId: null, quoteId: quote.id } as const
}

function textOf(world: World, { quote, team, client }: QuoteNotice): string {
  return quoteMessage(factsOf(world, quote, client, team), languageOf(team, client)).text
}

async function messageAbout(world: World, tx: Tx, notice: QuoteNotice, to: string): Promise<void> {
  const { quote, team, client } = notice
  const language = languageOf(team, client)
  const facts = inTemplate(world, factsOf(world, quote, client, team))
  const { text, parameters } = quoteMessage(facts, language)
  const template = { template: TEMPLATE, language, parameters, link: quote.link_token, order: null }
  await keepPhoneMessage(world, tx, messageHead(notice), {
    id: tx.newId('message'),
    message: { to, ...template },
    text,
  })
}

async function mailAbout(
  world: World,
  tx: Tx,
  { key, quote, team, client }: QuoteNotice,
): Promise<string | null> {
  const facts = factsOf(world, quote, client, team)
  const written = quoteLetter(facts, languageOf(team, client), letterheadOf(world, team))
  const document = { type: 'quote', key: quote.link_token } as const
  const mail = { key, to: client.email, ...written, document, about: quote.id }
  return tx.owner.mode === 'live' ? queueMail(tx, mail) : keepMail(tx, mail)
}

function factsOf(world: World, quote: QuoteRow, client: ClientRow, team: Team): QuoteFacts {
  const [first = quote, ...others] = quote.options
  return {
    ...addressed(team, client),
    number: numberText(quote) ?? '-',
    totalsCents: [BigInt(first.total_cents), ...others.map(({ total_cents }) => BigInt(total_cents))],
    validUntil: quote.valid_until,
    url: quoteUrl(world, quote.link_token),
    isSimulated: isSimulatedQuote(world, quote),
    isTest: quote.mode === 'test',
  }
}

export function quoteLetter(facts: QuoteFacts, language: TeamLanguage, sender: Letterhead): WrittenMail {
  const { letter, action, number, total, until: untilWord } = QUOTE_WORDS[language]
  const { summary, simulation, simulationSubject } = DOCUMENT_WORDS[language]
  const { isSimulated, isTest } = facts
  const quoted = quotedIn(facts, language)
  const { subject, title, paragraphs } = letter(quoted)
  const valid = quoted.until === null ? [] : [{ label: untilWord, value: quoted.until }]
  const rows = [{ label: number, value: quoted.number }, { label: total, value: quoted.amount }, ...valid]
  const written = layoutMail({
    language,
    title,
    preview: paragraphs[0],
    ...salutation(facts, language),
    paragraphs: [...(isSimulated ? [simulation] : []), ...paragraphs],
    blocks: [{ kind: 'rows', title: summary, rows }],
    action: { label: action, url: facts.url },
    sender,
  })
  return { subject: isSimulated && !isTest ? `${simulationSubject} ${subject}` : subject, ...written }
}

/** The text that is stored, and the same words as the parameters of the template. */
export function quoteMessage(
  facts: QuoteFacts,
  language: TeamLanguage,
): { text: string; parameters: string[] } {
  const { sentence, validity, action } = QUOTE_WORDS[language]
  const { simulation, simulated } = DOCUMENT_WORDS[language]
  const quoted = quotedIn(facts, language)
  const { team, number, amount, until } = quoted
  const { greeting, closing } = salutation(facts, language)
  return {
    text: [
      greeting,
      ...(facts.isSimulated ? [simulation] : []),
      sentence(quoted),
      `${action}:\n${facts.url}`,
      ...(closing === null ? [] : [closing]),
    ].join('\n\n'),
    // Templates have no other place for the mark.
    parameters: [
      facts.clientName,
      facts.isSimulated ? `${team} (${simulated})` : team,
      number,
      amount,
      validity(until),
    ],
  }
}

function quotedIn({ teamName, number, totalsCents, validUntil }: QuoteFacts, language: TeamLanguage) {
  const [first, ...others] = totalsCents
  const lowest = moneyText(
    others.reduce((least, cents) => (cents < least ? cents : least), first),
    language,
  )
  return {
    team: teamName,
    number,
    amount: others.length === 0 ? lowest : QUOTE_WORDS[language].from(lowest),
    until: validUntil && shortDate(Temporal.PlainDate.from(validUntil), language),
  }
}
