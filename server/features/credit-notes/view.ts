// The public JSON of a credit note, and its links.
import type { CreditNote, CreditNoteItem } from '../../../contract/credit-notes.ts'
import { CREDIT_NOTE_PATH } from '../../../contract/links.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { numberFromCents } from '../../kernel/values/money.ts'
import { clientFields } from '../clients/clients.ts'
import type { ClientRow } from '../clients/store.ts'
import { numberText } from '../documents/view.ts'
import type { World } from '../world.ts'
import type { CreditLine } from './rules.ts'
import type { CreditNoteRow } from './store.ts'

export function creditNoteView(world: World, note: CreditNoteRow, client: ClientRow): CreditNote {
  return {
    id: note.id,
    number: numberOf(note),
    invoice_id: note.invoice_id,
    invoice_number: invoiceNumberOf(note),
    ...clientFields(client),
    issue_date: note.issue_date,
    reason: note.reason,
    items: note.lines.map(lineView),
    amount: numberFromCents(note.amount_cents),
    excess: note.excess,
    excess_amount: numberFromCents(note.excess_cents),
    credit_expires_on: note.credit_expires_on,
    refund_ids: note.refund_ids,
    currency: 'BRL',
    page_url: creditNoteUrl(world, note.link_token),
    pdf_url: creditNotePdfUrl(world, note.link_token),
    metadata: note.metadata,
    external_reference: note.external_reference,
    created_at: isoTimestamp(note.created_at),
    updated_at: isoTimestamp(note.updated_at),
  }
}

export function lineView({ invoice_item_id, trip_item_id, description, cents }: CreditLine): CreditNoteItem {
  return { invoice_item_id, trip_item_id, description, amount: numberFromCents(BigInt(cents)) }
}

export function numberOf(note: Pick<CreditNoteRow, 'number_year' | 'number_sequence'>): string {
  return numberText(note) ?? ''
}

/** An invoice that can be credited has a number. */
export function invoiceNumberOf(note: CreditNoteRow): string {
  const { invoice_number_year: number_year, invoice_number_sequence: number_sequence } = note
  return numberText({ number_year, number_sequence }) ?? ''
}

export function creditNoteUrl(world: World, token: string): string {
  return `${world.address.url}${CREDIT_NOTE_PATH}/${token}`
}

export function creditNotePdfUrl(world: World, token: string): string {
  return `${creditNoteUrl(world, token)}/pdf`
}
