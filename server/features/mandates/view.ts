// The public JSON of a mandate.
import type { Mandate, MandateCharge } from '../../../contract/mandates.ts'
import { debitRefusal } from '../../../contract/phrases/debit-refusals.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { numberFromCents } from '../../kernel/values/money.ts'
import { type Owner, ownerOfRow } from '../../kernel/values/owner.ts'
import { clientFields } from '../clients/clients.ts'
import { type ClientRow, clientOf } from '../clients/store.ts'
import { chargesOfMandates, type MandateRow, type ShownMandateCharge } from './store.ts'

export function mandateView(
  mandate: MandateRow,
  client: ClientRow,
  charges: readonly ShownMandateCharge[],
): Mandate {
  return {
    id: mandate.id,
    recurring_invoice_id: mandate.recurring_invoice_id,
    ...clientFields(client),
    status: mandate.status,
    amount: numberFromCents(mandate.amount_cents),
    currency: 'BRL',
    frequency: mandate.frequency,
    retries: mandate.retries,
    starts_on: mandate.starts_on,
    ends_on: mandate.ends_on,
    first_invoice_id: mandate.first_invoice_id,
    payment_provider_id: mandate.provider_id,
    charges: charges.map(chargeView),
    ended_by: mandate.ended_by,
    end_reason: mandate.end_reason,
    accepted_at: timeOf(mandate.accepted_at),
    ended_at: timeOf(mandate.ended_at),
    created_at: isoTimestamp(mandate.created_at),
    updated_at: isoTimestamp(mandate.updated_at),
  }
}

function chargeView({
  invoice_id,
  status,
  amount_cents,
  due_on,
  attempts,
  obstacle,
  is_owed,
}: ShownMandateCharge): MandateCharge {
  return {
    invoice_id,
    status,
    amount: numberFromCents(amount_cents),
    due_date: due_on,
    attempts: attempts.map(({ on, status: state, code }) => ({
      on,
      status: state,
      code,
      reason: state === 'refused' ? debitRefusal(code, 'en') : null,
    })),
    obstacle,
    is_owed,
  }
}

function timeOf(at: Date | null): string | null {
  return at === null ? null : isoTimestamp(at)
}

/** With its client and its last charges. */
export async function wholeMandate(db: Queryable, owner: Owner, mandate: MandateRow): Promise<Mandate> {
  const charges = await chargesOfMandates(db, [mandate.id])
  return mandateView(mandate, await clientOf(db, owner, mandate), charges(mandate.id))
}

export async function viewIn(tx: Tx, mandate: MandateRow): Promise<Mandate> {
  return wholeMandate(tx, ownerOfRow(mandate), mandate)
}
