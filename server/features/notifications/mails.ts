// Lists mails as they were sent, and notes bounces.
import type { Mail, MailListItem, MailsQuery } from '../../../contract/mails.ts'
import type { Bounce } from '../../adapters/mail/read-bounce.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { Owner } from '../../kernel/outbox/transaction.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { isId } from '../../kernel/values/ids.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { mailPage } from '../../render/mail/mail.ts'
import type { HtmlPage } from '../../render/pages/page.ts'
import { findClient, uuidFromClientId } from '../clients/store.ts'
import { demandTeam } from '../teams/store.ts'
import { scopeOf, type World } from '../world.ts'
import { findMail, findMailOf, listMails, type ShownMail, setMailBounced } from './mail-store.ts'
import { languageOf, queueLetter } from './queue-mail.ts'
import { TEAM_WORDS } from './words.ts'

// Mails as they were sent, one or a page of them; of one that is for its receiver alone, not what it says.

export async function readMail(db: Queryable, owner: Owner, id: string): Promise<Mail> {
  const mail = (await findMailOf(db, owner, id)) ?? fail('mail_not_found')
  const { html, text, is_secret } = mail
  return { ...mailView(mail), html: is_secret ? null : html, text: is_secret ? null : text }
}

/** As its receiver sees it: nothing in it runs or is fetched, whoever wrote what it says. */
export async function readMailPage(db: Queryable, owner: Owner, id: string): Promise<HtmlPage> {
  const { html } = await readMail(db, owner, id)
  return mailPage(html ?? fail('mail_not_found', { advice: 'only its receiver may read what it says' }))
}

export async function readMails(
  db: Queryable,
  owner: Owner,
  { booking_id, invoice_id, quote_id, client_id, to, status }: MailsQuery,
  page: Page,
): Promise<Listing<MailListItem>> {
  const addresses = [to, client_id === undefined ? undefined : await addressOf(db, owner, client_id)]
  const filter = { aboutIds: given([booking_id, invoice_id, quote_id]), addresses: given(addresses), status }
  const { items, total } = await listMails(db, owner, filter, page)
  return { items: items.map(mailView), total }
}

/** Empty, as nobody's is, where there is no such client or it was erased. */
async function addressOf(db: Queryable, owner: Owner, clientId: string): Promise<string> {
  const uuid = uuidFromClientId(clientId)
  const client = uuid === null ? undefined : await findClient(db, owner, uuid)
  return client?.email ?? ''
}

function given(texts: readonly (string | undefined)[]): string[] {
  return texts.filter((text) => text !== undefined)
}

export function mailView(mail: ShownMail): MailListItem {
  const { id, to_address, meant_for, subject, about_id, receipt_of, status, attempts, given_up, error } = mail
  const isOfBooking = about_id !== null && isId('booking', about_id)
  const isOfQuote = mail.paper?.startsWith('quote ') ?? false
  return {
    id,
    to: to_address,
    meant_for,
    subject,
    booking_id: isOfBooking ? about_id : null,
    invoice_id: isOfBooking || isOfQuote ? null : about_id,
    quote_id: isOfQuote ? about_id : null,
    has_receipt: receipt_of !== null,
    has_document: mail.paper !== null,
    status,
    attempts,
    given_up,
    error,
    created_at: isoTimestamp(mail.created_at),
    sent_at: mail.sent_at === null ? null : isoTimestamp(mail.sent_at),
    bounced_at: mail.bounced_at === null ? null : isoTimestamp(mail.bounced_at),
  }
}

// Notes that a mail did not arrive after its server had taken it, and tells the agency of one that was for a client, in
// one transaction: however often it is reported, it is told once.

/** The key of what the agency is told of a mail that came back. */
export function bounceKey(mailId: string): string {
  return `bounced ${mailId}`
}

/** early: we have not noted yet that it was taken. unknown: there is no such mail, or not any more. */
export type BounceOutcome = 'noted' | 'known' | 'early' | 'unknown'

export async function noteBounce(world: World, { mailId, reason }: Bounce): Promise<BounceOutcome> {
  const mail = await findMail(world.pool, mailId)
  if (mail === undefined || mail.status === 'stored') return 'unknown'
  if (mail.status === 'waiting') return 'early'
  const scope = await scopeOf(world, { teamId: mail.team_id, mode: mail.mode })
  return transaction(world, scope, async (tx) => {
    const bounced = await setMailBounced(tx, mail.id, reason, tx.now)
    if (bounced === undefined) return 'known'
    const team = await demandTeam(tx, mail.team_id)
    const { about_id, to_address, subject } = bounced
    const isOwn = to_address.toLowerCase() === team.email.toLowerCase()
    // What is for people of the agency is no concern of the others, and a mail about one to itself would come back too.
    if (about_id === null || isOwn) return 'noted'
    const letter = TEAM_WORDS[languageOf(team)].bounced({ to: to_address, subject, reason })
    await queueLetter(tx, team, { key: bounceKey(mail.id), letter, about: about_id })
    return 'noted'
  })
}
