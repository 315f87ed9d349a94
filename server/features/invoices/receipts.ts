// Receipts that the agency confirms: payments to its own Pix key, of which no bank notifies us.

import { METHODS } from '../../../contract/payment-methods.ts'
import { issueWith } from '../../../contract/phrases/issues.ts'
import type {
  ConfirmedReceipt,
  ConfirmedReceipts,
  Receipt,
  ReceiptsInput,
} from '../../../contract/receipts.ts'
import { identifierOf } from '../../adapters/banks/pix-key/pix-key-bank.ts'
import { aside, type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn, isoTimestamp, type Times } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { numberFromCents } from '../../kernel/values/money.ts'
import { type Owner, ownerOfRow } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { clientFields } from '../clients/clients.ts'
import { readAmount, readMoment } from '../documents/input.ts'
import { numberText } from '../documents/view.ts'
import { type ChargeRow, findCharges } from '../payments/charge-store.ts'
import { isPayable } from '../payments/states.ts'
import type { World } from '../world.ts'
import { readInvoice } from './invoices.ts'
import { partsOfAll } from './parts.ts'
import { banksForRest, recordPaymentOfInvoice } from './payments.ts'
import { findInvoices, listUnconfirmed } from './store.ts'

interface Confirmation {
  chargeId: string
  /** Undefined: what the charge asks for. */
  amountCents: bigint | undefined
  paidAt: Date
}

export async function readReceipts(
  world: World,
  owner: Owner,
  wanted: { readonly page: Page; readonly times: Times },
): Promise<Listing<Receipt>> {
  const found = await listUnconfirmed(world.pool, owner, wanted)
  const parts = await partsOfAll(world, world.pool, owner, found.items)
  const items = found.items.map(parts).flatMap(({ invoice, client, charges }) =>
    charges.filter(isUnconfirmed).map((charge) => ({
      charge_id: charge.id,
      method: charge.method,
      invoice_id: invoice.id,
      invoice_number: numberText(invoice),
      client: clientFields(client).client,
      due_date: invoice.due_date,
      amount: numberFromCents(charge.amount_cents),
      currency: 'BRL' as const,
      identifier: identifierOf(charge.txid),
      created_at: isoTimestamp(charge.created_at),
      updated_at: isoTimestamp(charge.updated_at),
    })),
  )
  return { ...found, items }
}

function isUnconfirmed(charge: ChargeRow): boolean {
  return charge.is_current && isPayable(charge) && isConfirmedByAgency(charge)
}

function isConfirmedByAgency({ method, purpose }: Pick<ChargeRow, 'method' | 'purpose'>): boolean {
  return purpose === 'invoice' && METHODS[method].confirmedBy === 'agency'
}

/** Each in a transaction of its own, because each changes one invoice; a repeated request finds them confirmed. */
export async function confirmReceipts(
  world: World,
  scope: Scope,
  { receipts }: ReceiptsInput,
  zone: string,
): Promise<ConfirmedReceipts> {
  const now = scope.clock.now()
  const wanted = receipts.map((receipt, index) =>
    readConfirmation(receipt, `receipts.${index}`, { now, zone }),
  )
  const charges = await findCharges(
    world.pool,
    wanted.map(({ chargeId }) => chargeId),
  )
  const ours = charges.filter((charge) => isOurs(charge, scope.owner))
  // A deleted draft leaves its charges behind.
  const ids = ours.map(({ reference_id }) => reference_id)
  const invoices = ids.length === 0 ? [] : await findInvoices(world.pool, scope.owner, ids)
  const known = wanted.map((one) => {
    const charge = ours.find(({ id }) => id === one.chargeId)
    const isThere = invoices.some(({ id }) => id === charge?.reference_id)
    return charge !== undefined && isThere ? { ...one, charge } : failUnknown(one)
  })
  const confirmed: ConfirmedReceipt[] = []
  for (const one of known) confirmed.push(await confirmReceipt(world, scope, one))
  // The transaction stores nothing but the response for the idempotency key.
  return transaction(world, scope, async () => ({ receipts: confirmed }))
}

function readConfirmation(
  { charge_id: chargeId, amount, paid_at }: ReceiptsInput['receipts'][number],
  field: string,
  { now, zone }: { now: Date; zone: string },
): Confirmation {
  const paidAt = readMoment(`${field}.paid_at`, paid_at, zone) ?? now
  if (Temporal.PlainDate.compare(dateIn(paidAt, zone), dateIn(now, zone)) > 0)
    failField(`${field}.paid_at`, 'must not be later than today')
  const amountCents = amount === undefined ? undefined : readAmount(`${field}.amount`, amount)
  if (amountCents !== undefined && amountCents > METHODS.pix_key.centsMax)
    failField(`${field}.amount`, issueWith('must be at most {most}', { most: '9999999999.99' }))
  return { chargeId, amountCents, paidAt }
}

function isOurs(charge: ChargeRow, owner: Owner): boolean {
  const { teamId, mode } = ownerOfRow(charge)
  return teamId === owner.teamId && mode === owner.mode && isConfirmedByAgency(charge)
}

function failUnknown({ chargeId }: Confirmation): never {
  const advice = `GET /api/v1/receipts lists what you can confirm; ${chargeId} is none of it`
  return fail('charge_not_found', { advice })
}

async function confirmReceipt(
  world: World,
  scope: Scope,
  { charge, amountCents = charge.amount_cents, paidAt }: Confirmation & { charge: ChargeRow },
): Promise<ConfirmedReceipt> {
  const { id: charge_id, txid, reference_id: invoice_id } = charge
  const banks = await banksForRest(world, scope, charge)
  // A charge is confirmed once, so its identifier is the payment's.
  const payment = { id: identifierOf(txid), txid, amountCents, paidAt }
  const taken = await transaction(world, aside(scope), (tx) =>
    recordPaymentOfInvoice(world, tx, { charge, payment, banks }),
  )
  const { payment_status, amount_due } =
    taken ?? (await readInvoice(world, world.pool, scope.owner, invoice_id))
  const outcome = taken === undefined ? 'confirmed_before' : 'confirmed'
  return { charge_id, outcome, invoice_id, payment_status, amount_due }
}
