// Mails as they were sent, one or a page of them; of one that is for its receiver alone, not what it says.
import type { Mail, MailListItem, MailsQuery } from '../../contract/mails.ts'
import type { Queryable } from '../base/database/db.ts'
import { isoTimestamp } from '../base/values/dates.ts'
import { fail } from '../base/values/fail.ts'
import { isId } from '../base/values/ids.ts'
import type { Listing, Page } from '../base/values/pages.ts'
import { uuidFromClientId } from '../clients/client-id.ts'
import { findClient } from '../clients/client-store.ts'
import type { Owner } from '../outbox/owner.ts'
import { findMailOf, listMails, type ShownMail } from './mail-list-store.ts'

export async function readMail(db: Queryable, owner: Owner, id: string): Promise<Mail> {
  const mail = (await findMailOf(db, owner, id)) ?? fail('mail_not_found')
  const { html, text, is_secret } = mail
  return { ...mailView(mail), html: is_secret ? null : html, text: is_secret ? null : text }
}

export async function readMails(
  db: Queryable,
  owner: Owner,
  { booking_id, invoice_id, client_id, to, status }: MailsQuery,
  page: Page,
): Promise<Listing<MailListItem>> {
  const addresses = [to, client_id === undefined ? undefined : await addressOf(db, owner, client_id)]
  const filter = { aboutIds: given([booking_id, invoice_id]), addresses: given(addresses), status }
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
  return {
    id,
    to: to_address,
    meant_for,
    subject,
    booking_id: isOfBooking ? about_id : null,
    invoice_id: isOfBooking ? null : about_id,
    has_receipt: receipt_of !== null,
    status,
    attempts,
    given_up,
    error,
    created_at: isoTimestamp(mail.created_at),
    sent_at: mail.sent_at === null ? null : isoTimestamp(mail.sent_at),
  }
}
