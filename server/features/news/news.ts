// Mails the agency about events of its quotes, invoices and bookings.
import type { EventObject } from '../../../contract/events.ts'
import { PANEL_PATH } from '../../../contract/links.ts'
import type { NewsKind, TeamLanguage } from '../../../contract/team-profile.ts'
import { takeTurn } from '../../kernel/db/db.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { scheduledKeys } from '../../kernel/jobs/schedule.ts'
import { type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { centsFromNumber, parseAmount } from '../../kernel/values/money.ts'
import { shownName, shownWords } from '../../kernel/values/text.ts'
import { moneyText, shortDate, shortMoment } from '../../render/itinerary/itinerary.ts'
import { layoutMail } from '../../render/mail/mail.ts'
import { findAnyBooking } from '../bookings/store.ts'
import { findEvent } from '../events/store.ts'
import { partsOf } from '../invoices/invoices.ts'
import { isPaid } from '../invoices/states.ts'
import { findInvoice } from '../invoices/store.ts'
import { INVOICE_WORDS } from '../invoices/words.ts'
import { agencyNewsJob } from '../notifications/agency-news.ts'
import type { WrittenMail } from '../notifications/queue-mail.ts'
import { languageOf, queueMail } from '../notifications/queue-mail.ts'
import { wantsMail } from '../teams/notify.ts'
import { demandTeam, type Team } from '../teams/store.ts'
import type { World } from '../world.ts'
import { recordNews, unsentNews } from './store.ts'
import type { NewsFacts } from './words.ts'
import { NEWS_WORDS } from './words.ts'

/** Listed in one mail; further news are only counted. */
const SHOWN_MAX = 40
/** Kinds named in a subject; if there are more, the subject has only their number. */
const KINDS_MAX = 3

interface Reader {
  /** The public address of the service. */
  readonly url: string
  readonly team: Pick<Team, 'name' | 'language' | 'time_zone'>
  /** `queueMail` marks the subject of every mail of test mode. */
  readonly isTest: boolean
}

export function newsMail(news: readonly News[], { url, team, isTest }: Reader): WrittenMail {
  const language = languageOf(team)
  const words = NEWS_WORDS[language]
  const { simulated, simulationSubject } = INVOICE_WORDS[language]
  const isAllSimulated = !isTest && news.every(({ isSimulated }) => isSimulated)
  const entries = news.slice(0, SHOWN_MAX).map(({ kind, facts, at, isSimulated }) => {
    const { text, detail } = words.lines[kind](facts)
    const more = [detail, shortMoment(at, team.time_zone, language), ...(isSimulated ? [simulated] : [])]
    return { text, detail: more.join(' · ') }
  })
  const [first] = news
  const isOne = news.length === 1 && first !== undefined
  const subject = isOne ? [entries[0]?.text, first.facts.amount].join(', ') : countsOf(news, language)
  const hidden = news.length - entries.length
  const others = hidden === 0 ? [] : [{ text: '', detail: words.more(hidden) }]
  const written = layoutMail({
    language,
    title: isOne ? (entries[0]?.text ?? '') : words.title(news.length),
    preview: entries.map(({ text }) => text).join(' · '),
    paragraphs: isOne ? entries.map(({ detail }) => detail) : [],
    blocks: isOne ? [] : [{ kind: 'list', title: words.list, entries: [...entries, ...others] }],
    action: { label: words.action, url: `${url}${PANEL_PATH}${isOne ? first.path : ''}` },
    footer: words.choices(team.name),
  })
  return { subject: isAllSimulated ? `${simulationSubject} ${subject}` : subject, ...written }
}

/** 2 faturas pagas, 1 orçamento aceito e 1 fatura vencida */
function countsOf(news: readonly News[], language: TeamLanguage): string {
  const { counts, and, title } = NEWS_WORDS[language]
  const byKind = Map.groupBy(news, ({ kind }) => kind)
  if (byKind.size > KINDS_MAX) return title(news.length)
  const parts = [...byKind].map(([kind, { length }]) => counts[kind](length))
  const [lastPart = ''] = parts.slice(-1)
  const others = parts.slice(0, -1).join(', ')
  return others === '' ? lastPart : `${others} ${and} ${lastPart}`
}

export interface News {
  readonly kind: NewsKind
  readonly facts: NewsFacts
  readonly at: Date
  /** The invoice, quote, booking or return. */
  readonly aboutId: string
  /** The panel's path to it. */
  readonly path: string
  /** No real money moved. */
  readonly isSimulated: boolean
}

type NewsParts = Omit<News, 'facts' | 'at' | 'aboutId'> & { readonly facts: Partial<NewsFacts> }

const NO_FACTS: NewsFacts = { client: '', number: '', amount: '', left: '', due: '', reason: '', by: '' }

/** Null if another event covers the same news, or if the object was deleted. */
async function newsOf(world: World, tx: Tx, eventId: string, language: TeamLanguage): Promise<News | null> {
  const event = await findEvent(tx, tx.owner, eventId)
  if (event === undefined) return null
  const { type, created_at, data } = JSON.parse(event.payload)
  const told = await partsOfNews(world, tx, type, data.object, language)
  const { id: aboutId } = data.object
  return told && { ...told, facts: { ...NO_FACTS, ...told.facts }, at: new Date(created_at), aboutId }
}

/** `object` is the object of an event of this type. */
async function partsOfNews(
  world: World,
  tx: Tx,
  type: string,
  object: Parameters<typeof quoteNews>[1] & Invoice & EventObject<'wallet.payment.returned'>,
  language: TeamLanguage,
): Promise<NewsParts | null> {
  switch (type) {
    case 'quote.accepted':
      return quoteNews('quote_accepted', object, language)
    case 'quote.declined':
      return quoteNews('quote_declined', object, language)
    case 'booking.failed':
      return failedBooking(tx, object.id, language)
    case 'wallet.payment.returned': {
      const amount = moneyText(parseAmount(object.amount) ?? 0n, language)
      return { kind: 'payment_returned', facts: { amount }, path: '/carteira', isSimulated: false }
    }
    default:
      return invoiceNews(world, tx, type, object, language)
  }
}

type Invoice = EventObject<'invoice.paid'>
/** Present once the client has responded. */
type Quote = EventObject<'quote.accepted'> & {
  readonly number?: string | null
  readonly responded_by?: string | null
  readonly decline_reason?: string | null
}

function quoteNews(kind: NewsKind, quote: Quote, language: TeamLanguage): NewsParts {
  const facts = {
    client: shownName(quote.client.full_name),
    number: quote.number ?? '',
    amount: money(quote.total, language),
    by: shownName(quote.responded_by ?? ''),
    reason: shownWords(quote.decline_reason ?? ''),
  }
  return { kind, facts, path: `/orcamentos/${quote.id}`, isSimulated: false }
}

async function failedBooking(tx: Tx, id: string, language: TeamLanguage): Promise<NewsParts | null> {
  const booking = await findAnyBooking(tx, tx.owner, id)
  if (booking === undefined) return null
  const facts = {
    client: shownName(booking.client_name),
    number: booking.booking_reference,
    amount: moneyText(booking.client_cents, language),
  }
  return { kind: 'booking_failed', facts, path: `/reservas/${id}`, isSimulated: booking.simulated }
}

async function invoiceNews(
  world: World,
  tx: Tx,
  type: string,
  invoice: Invoice,
  language: TeamLanguage,
): Promise<NewsParts | null> {
  const kind = kindOf(type, invoice)
  const row = await findInvoice(tx, tx.owner, invoice.id)
  if (kind === null || row === undefined) return null
  const { isSimulated } = await partsOf(world, tx, tx.owner, row)
  const facts = {
    client: shownName(invoice.client.full_name),
    number: invoice.number ?? '',
    amount: money(amountOf(kind, invoice), language),
    left: money(invoice.amount_due, language),
    due: shortDate(Temporal.PlainDate.from(invoice.due_date), language),
  }
  return { kind, facts, path: `/faturas/${invoice.id}`, isSimulated }
}

/** The amount of the subject: for an overdue invoice what is open, otherwise the money that moved. */
function amountOf(kind: NewsKind, { amount_due, payments }: Invoice): number {
  return kind === 'invoice_overdue' ? amount_due : Math.abs(payments.at(-1)?.amount ?? 0)
}

/** A payment in full is reported as `invoice_paid` alone. An invoice of zero was never paid. */
function kindOf(type: string, invoice: Invoice): NewsKind | null {
  switch (type) {
    case 'invoice.paid':
      return invoice.amount_paid > 0 ? 'invoice_paid' : null
    case 'invoice.payment_received':
      return isPaid(invoice) ? null : 'invoice_part_paid'
    case 'invoice.overdue':
      return 'invoice_overdue'
    default:
      return type === 'invoice.payment.returned' ? 'payment_returned' : null
  }
}

function money(amount: number, language: TeamLanguage): string {
  return moneyText(centsFromNumber(amount) ?? 0n, language)
}

/** Events that one mail covers at most. */
const TAKEN_MAX = 500

export async function sendNews(world: World, { job, last }: TaskOf<typeof agencyNewsJob>): Promise<void> {
  await transaction(world, last, async (tx) => {
    if ((await unsentNews(tx, [job.key])).length === 0) return
    // One job of a team at a time, so that a second job finds the events of the first as sent.
    await takeTurn(tx, `news of ${tx.owner.teamId} ${tx.owner.mode}`)
    const waiting = await scheduledKeys(tx, agencyNewsJob, TAKEN_MAX)
    const unsent = await unsentNews(tx, [...new Set([job.key, ...waiting])].sort())
    if (unsent.length === 0) return
    const team = await demandTeam(tx, tx.owner.teamId)
    const told: { eventId: string; aboutId: string | null }[] = []
    const news: News[] = []
    for (const eventId of unsent) {
      const one = await newsOf(world, tx, eventId, languageOf(team))
      told.push({ eventId, aboutId: one?.aboutId ?? null })
      if (one !== null && wantsMail(team, one.kind)) news.push(one)
    }
    const reader = { url: world.address.url, team, isTest: tx.owner.mode === 'test' }
    const mail = news.length === 0 ? null : newsMail(news, reader)
    const about = failedBookingOf(news)
    const mailId = mail && (await queueMail(tx, { key: `news ${unsent[0]}`, to: team.email, ...mail, about }))
    await recordNews(tx, told, mailId, tx.now)
  })
}

/** The booking whose page lists the mail. */
function failedBookingOf(news: readonly News[]): string | undefined {
  const failed = news.filter(({ kind }) => kind === 'booking_failed')
  return failed.length === 1 ? failed[0]?.aboutId : undefined
}
