// Mails as they were sent, one or a page of them; of one that is for its receiver alone, not what it says.
import type { Mail, MailListItem, MailsQuery } from '../../../contract/mails.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { isId } from '../../kernel/values/ids.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { mailPage } from '../../render/mail/mail-page.ts'
import type { HtmlPage } from '../../render/pages/page.ts'
import { uuidFromClientId } from '../clients/client-id.ts'
import { findClient } from '../clients/client-store.ts'
import { findMailOf, listMails, type ShownMail } from './mail-list-store.ts'

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
