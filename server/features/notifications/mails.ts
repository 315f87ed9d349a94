// Lists and shows sent mails, and records bounces.
import type { Mail, MailListItem, MailsQuery } from '../../../contract/mails.ts'
import { adviceWith } from '../../../contract/phrases/advice.ts'
import type { Bounce } from '../../adapters/mail/read-bounce.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp, timesOf } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { isId } from '../../kernel/values/ids.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { mailPage } from '../../render/mail/mail.ts'
import type { HtmlPage } from '../../render/pages/page.ts'
import { findClient, uuidFromClientId } from '../clients/store.ts'
import { demandTeam } from '../teams/store.ts'
import { scopeOf, type World } from '../world.ts'
import { findMail, findMailOf, listMails, type ShownMail, setMailBounced } from './mail-store.ts'
import { languageOf, queueLetter } from './queue-mail.ts'
import { TEAM_WORDS } from './words.ts'

export async function readMail(db: Queryable, owner: Owner, id: string): Promise<Mail> {
  const mail = (await findMailOf(db, owner, id)) ?? fail('mail_not_found')
  const { html, text, is_secret } = mail
  return { ...mailView(mail), html: is_secret ? null : html, text: is_secret ? null : text }
}

/** The mail as its receiver sees it. Its content is untrusted: nothing in it runs or is fetched. */
export async function readMailPage(db: Queryable, owner: Owner, id: string): Promise<HtmlPage> {
  const { html } = await readMail(db, owner, id)
  return mailPage(html ?? fail('mail_not_found', adviceWith('only its receiver may read what it says')))
}

export async function readMails(
  db: Queryable,
  owner: Owner,
  { query, page, zone }: { readonly query: MailsQuery; readonly page: Page; readonly zone: string },
): Promise<Listing<MailListItem>> {
  const { booking_id, invoice_id, quote_id, trip_id, client_id, to, status } = query
  const addresses = [to, client_id === undefined ? undefined : await addressOf(db, owner, client_id)]
  const filter = {
    aboutIds: given([booking_id, invoice_id, quote_id, trip_id]),
    addresses: given(addresses),
    status,
    times: timesOf(query, zone),
  }
  const found = await listMails(db, owner, filter, page)
  return { ...found, items: found.items.map(mailView) }
}

/** Empty, which matches no mail, if the client does not exist or was erased. */
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
  const isOfTrip = about_id !== null && isId('trip', about_id)
  const isOfQuote = mail.document_type === 'quote'
  return {
    id,
    to: to_address,
    meant_for,
    subject,
    booking_id: isOfBooking ? about_id : null,
    invoice_id: isOfBooking || isOfTrip || isOfQuote ? null : about_id,
    quote_id: isOfQuote ? about_id : null,
    trip_id: isOfTrip ? about_id : null,
    has_receipt: receipt_of !== null,
    has_document: mail.document_type !== null,
    status,
    attempts,
    given_up,
    error,
    created_at: isoTimestamp(mail.created_at),
    updated_at: isoTimestamp(mail.updated_at),
    sent_at: mail.sent_at === null ? null : isoTimestamp(mail.sent_at),
    bounced_at: mail.bounced_at === null ? null : isoTimestamp(mail.bounced_at),
  }
}

/** The key of the notice to the agency about a bounced mail. */
export function bounceKey(mailId: string): string {
  return `bounced ${mailId}`
}

/** early: the mail is not recorded as sent yet. unknown: there is no such mail, or it was deleted. */
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
    // Mails to people of the agency concern only those people, and a notice to the same address would bounce too.
    if (about_id === null || isOwn) return 'noted'
    const letter = TEAM_WORDS[languageOf(team)].bounced({ to: to_address, subject, reason })
    await queueLetter(tx, team, { key: bounceKey(mail.id), letter, about: about_id })
    return 'noted'
  })
}
