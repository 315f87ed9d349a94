// Pix Automático on the page of an invoice: the offer, the active mandate, and the day of the debit.

import type { Queryable } from '../../kernel/db/db.ts'
import { lastDayOnTime } from '../../kernel/values/late-charges.ts'
import { ownerOfRow } from '../../kernel/values/owner.ts'
import type { DocumentMandate } from '../../render/document/document.ts'
import { mandateWords } from '../../render/words/mandate-words.ts'
import type { PageWords } from '../../render/words/page-words.ts'
import { isActive, isLive, isUnderWay } from '../mandates/states.ts'
import {
  findLastMandate,
  findLiveMandate,
  findMandateChargeOf,
  findMandateOffered,
  type MandateChargeRow,
  type MandateRow,
} from '../mandates/store.ts'
import type { InvoiceRow } from './store.ts'

/** The mandate of an invoice's client, as far as it concerns this invoice. */
export interface InvoiceMandate {
  mandate: MandateRow
  debit: MandateChargeRow | null
}

export async function mandateOfInvoice(db: Queryable, invoice: InvoiceRow): Promise<InvoiceMandate | null> {
  const { recurring_invoice_id: id } = invoice
  if (id === null) return null
  const owner = ownerOfRow(invoice)
  const live = await findLiveMandate(db, owner, id)
  const offered = await findMandateOffered(db, owner, invoice.id)
  // The recurring invoice may be for another client by now, whose mandate is none of this one's business.
  const isOfClient = (one: MandateRow | undefined) => one?.client_id === invoice.client_id
  // An offer concerns its own invoice alone, an active mandate all of them.
  const mandate = live !== undefined && isActive(live) && isOfClient(live) ? live : offered
  if (mandate === undefined || mandate.bank_id === null || !isOfClient(mandate)) return null
  const debit = await findMandateChargeOf(db, owner, { invoice_id: invoice.id })
  return { mandate, debit: debit !== undefined && isUnderWay(debit) ? debit : null }
}

/** Whether the client's last mandate for the recurring invoice was cancelled. */
export async function isMandateCancelled(db: Queryable, invoice: InvoiceRow): Promise<boolean> {
  const { recurring_invoice_id, client_id } = invoice
  if (recurring_invoice_id === null) return false
  const last = await findLastMandate(db, ownerOfRow(invoice), { recurring_invoice_id, client_id })
  return last?.status === 'cancelled'
}

/** The day on which its mandate debits it; null if no mandate does. */
export async function debitDay(db: Queryable, invoice: InvoiceRow): Promise<Temporal.PlainDate | null> {
  if (invoice.mandate_id === null) return null
  const debit = await findMandateChargeOf(db, ownerOfRow(invoice), { invoice_id: invoice.id })
  const awaited = debit?.attempts.findLast(({ status }) => status === 'scheduled')
  if (awaited !== undefined) return Temporal.PlainDate.from(awaited.on)
  return lastDayOnTime(Temporal.PlainDate.from(invoice.due_date))
}

/** Null for an offer that was never accepted and has ended. */
export function mandatePart(shown: InvoiceMandate | null, words: PageWords): DocumentMandate | null {
  if (shown === null) return null
  const { mandate, debit } = shown
  const { rhythms, offer, until, mayCancel, active, endedText } = mandateWords(words.lang)
  const day = (text: string) => words.date(Temporal.PlainDate.from(text))
  const amount = words.money(mandate.amount_cents)
  const rhythm = rhythms[mandate.frequency]
  const last = mandate.ends_on === null ? [] : [until(day(mandate.ends_on))]
  if (isActive(mandate)) {
    const lines = [...debitLines(debit, words), active(amount, rhythm), ...last, mayCancel]
    return { state: 'active', lines }
  }
  if (isLive(mandate))
    return { state: 'offered', lines: [offer(amount, rhythm, day(mandate.starts_on)), ...last, mayCancel] }
  return mandate.accepted_at === null ? null : { state: 'ended', lines: [endedText] }
}

function debitLines(debit: MandateChargeRow | null, words: PageWords): string[] {
  if (debit === null) return []
  const { debit: debited, retry } = mandateWords(words.lang)
  const last = debit.attempts.at(-1)
  const day = words.date(Temporal.PlainDate.from(last?.on ?? debit.due_on))
  return [debit.attempts.length > 1 ? retry(day) : debited(day)]
}
