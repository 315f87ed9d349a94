// Creates, previews, updates and reads credit notes.
import { isDeepStrictEqual } from 'node:util'
import {
  CREDIT_NOTE_FIXED,
  type CreditNote,
  type CreditNoteChange,
  type CreditNoteInput,
  type CreditNotePreview,
  type CreditNotePreviewInput,
  type CreditNotesQuery,
} from '../../../contract/credit-notes.ts'
import type { ExcessUse } from '../../../contract/credit-states.ts'
import { adviceWith } from '../../../contract/phrases/advice.ts'
import { issueWith } from '../../../contract/phrases/issues.ts'
import { randomToken } from '../../kernel/crypto/secret-box.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { referencesIn } from '../../kernel/db/references.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { record, recordFields } from '../../kernel/outbox/audit.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn, timesOf } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import { formatAmount, numberFromCents } from '../../kernel/values/money.ts'
import { type Owner, ownerColumns } from '../../kernel/values/owner.ts'
import { type Listing, NO_ITEMS, type Page } from '../../kernel/values/pages.ts'
import { readReferences } from '../../kernel/values/references.ts'
import { divideParts, sumParts } from '../client-credit/credit.ts'
import { clientOf, clientsOf, uuidFromClientId } from '../clients/store.ts'
import { demandById, unchangeable } from '../documents/input.ts'
import { LINK_BYTES, partiesOf } from '../documents/view.ts'
import { emit } from '../events/emit.ts'
import { prepareBanks } from '../invoices/charges.ts'
import { demandFree, readLastDay } from '../invoices/credit.ts'
import { refundableCents, refundCredited } from '../invoices/refunds/refunds.ts'
import {
  convertPaymentToCredit,
  coveringCents,
  heldCredit,
  lockWithOrigins,
} from '../invoices/returned-money.ts'
import { creditMoney, saveChange } from '../invoices/save.ts'
import { isSent } from '../invoices/states.ts'
import { adjustmentsOf, findInvoice, type InvoiceRow, paymentsOf } from '../invoices/store.ts'
import { demandTeam } from '../teams/store.ts'
import type { World } from '../world.ts'
import { type Credited, type CreditPlan, planCredit } from './rules.ts'
import {
  type CreditNoteRow,
  creditedByItem,
  creditNoteMailJob,
  findCreditNote,
  insertCreditNote,
  listCreditNotes,
  lockCreditNote,
  nextCreditNoteNumber,
  type StoredCreditNote,
  updateReferences,
} from './store.ts'
import { creditNoteView, lineView } from './view.ts'

export async function createCreditNote(
  world: World,
  scope: Scope,
  input: CreditNoteInput,
): Promise<CreditNote> {
  const known = await demandById(
    input.invoice_id,
    (uuid) => findInvoice(world.pool, scope.owner, uuid),
    'invoice_not_found',
  )
  // The rest of the debt gets a new charge at these banks.
  const banks = await prepareBanks(world, scope, known)
  return transaction(world, scope, async (tx) => {
    const before = (await lockWithOrigins(tx, known.id)) ?? fail('invoice_not_found')
    const plan = planCredit(input, await creditedOf(tx, demandSent(before)))
    const excess = excessOf(input, plan)
    const held = await heldCredit(tx, before.id)
    const lastDay =
      excess === 'credit' ? await readLastDay(tx, 'credit_expires_on', input.credit_expires_on) : null
    // Credit that comes back keeps the day on which it would have ended.
    const expiresOn = plan.excessCents > sumParts(held) ? lastDay : null
    if (excess === 'credit' || excess === 'refund') {
      await demandFree(tx, before, { over: plan.overpaidCents, wanted: plan.excessCents })
    }
    const id = tx.newId('creditNote')
    const paymentId = tx.newUuid()
    const received = { ...creditMoney(tx, paymentId), amountCents: -plan.excessCents }
    const update = {
      creditNote: { id, amountCents: plan.amountCents, named: plan.named },
      ...(excess === 'credit' && { received }),
      notifyClient: false,
    }
    await saveChange(world, tx, { before, update, banks })
    const { excessCents: cents } = plan
    const { reason } = input
    const refund_ids =
      excess === 'refund' ? await refundCredited(tx, before.id, { cents, creditNoteId: id, reason }) : []
    const note = await storeNote(tx, before, { id, input, plan, excess, expiresOn, refund_ids })
    if (excess === 'credit') {
      const place = { clientId: before.client_id, invoiceId: before.id, paymentId }
      await convertPaymentToCredit(world, tx, {
        ...place,
        held,
        type: 'credit_note',
        cents,
        expiresOn,
        creditNoteId: id,
      })
    }
    return announce(world, tx, note, input.notify_client ?? true)
  })
}

interface NewNote {
  readonly id: string
  readonly input: CreditNoteInput
  readonly plan: CreditPlan
  readonly excess: ExcessUse | null
  readonly expiresOn: string | null
  readonly refund_ids: string[]
}

async function storeNote(
  tx: Tx,
  invoice: InvoiceRow,
  { id, input, plan, excess, expiresOn, refund_ids }: NewNote,
): Promise<CreditNoteRow> {
  const team = await demandTeam(tx, tx.owner.teamId)
  const client = await clientOf(tx, tx.owner, invoice)
  const today = dateIn(tx.now, team.time_zone)
  const note: StoredCreditNote = {
    id,
    ...ownerColumns(tx.owner),
    client_id: invoice.client_id,
    invoice_id: invoice.id,
    number_year: today.year,
    // As late as possible, because other credit notes wait for their number until this transaction ends.
    number_sequence: await nextCreditNoteNumber(tx, today.year),
    issue_date: today.toString(),
    reason: input.reason,
    lines: [...plan.lines],
    amount_cents: plan.amountCents,
    excess_cents: plan.excessCents,
    excess,
    credit_expires_on: expiresOn,
    refund_ids,
    parties: invoice.parties ?? partiesOf(team, client),
    link_token: randomToken(LINK_BYTES),
    ...readReferences(input),
    created_at: tx.now,
    updated_at: tx.now,
  }
  await insertCreditNote(tx, note)
  const { number_year: invoice_number_year, number_sequence: invoice_number_sequence } = invoice
  return { ...note, invoice_number_year, invoice_number_sequence }
}

async function announce(world: World, tx: Tx, note: CreditNoteRow, notifies: boolean): Promise<CreditNote> {
  const view = creditNoteView(world, note, await clientOf(tx, tx.owner, note))
  const { excess } = note
  record(tx, {
    topic: 'money',
    object: 'credit_note',
    objectId: note.id,
    about: note.invoice_id,
    before: null,
    after: {
      amount: formatAmount(note.amount_cents),
      ...(excess !== null && { excess, excess_amount: formatAmount(note.excess_cents) }),
    },
  })
  emit(tx, 'credit_note.created', view)
  if (notifies)
    schedule(tx, creditNoteMailJob, { at: tx.now, key: note.id, payload: { credit_note_id: note.id } })
  return view
}

/** The use of what was paid and is no longer owed; null if there is nothing. */
function excessOf({ excess }: CreditNoteInput, { excessCents }: CreditPlan): ExcessUse | null {
  if (excessCents === 0n) return null
  return (
    excess ??
    failField(
      'excess',
      issueWith('is required: {amount} BRL were paid and would no longer be owed', {
        amount: formatAmount(excessCents),
      }),
    )
  )
}

function demandSent(invoice: InvoiceRow): InvoiceRow {
  if (isSent(invoice)) return invoice
  return fail('invalid_status_transition', adviceWith('only an invoice that was sent can be credited'))
}

async function creditedOf(db: Queryable, invoice: InvoiceRow): Promise<Credited> {
  const payments = (await paymentsOf(db, [invoice.id])).get(invoice.id) ?? []
  return {
    invoice,
    adjustments: (await adjustmentsOf(db, [invoice])).get(invoice.id) ?? [],
    latePaidCents: payments.reduce((sum, { late_cents }) => sum + late_cents, 0n),
    earlierByItem: await creditedByItem(db, invoice.id),
  }
}

/** The effects of the credit note; fails where its creation would, but for the use of money that was paid. */
export async function previewCreditNote(
  { pool }: World,
  { owner, clock }: Pick<Scope, 'owner' | 'clock'>,
  input: CreditNotePreviewInput,
): Promise<CreditNotePreview> {
  const invoice = await demandById(
    input.invoice_id,
    (uuid) => findInvoice(pool, owner, uuid),
    'invoice_not_found',
  )
  const plan = planCredit(input, await creditedOf(pool, demandSent(invoice)))
  const { excessCents } = plan
  const refundable = await refundableCents(pool, invoice.id, { wanted: excessCents, now: clock.now() })
  const { first } = divideParts(await heldCredit(pool, invoice.id), excessCents)
  const covering = await coveringCents(pool, owner, invoice, { held: first, cents: excessCents })
  return {
    amount: numberFromCents(plan.amountCents),
    items: plan.lines.map(lineView),
    creditable_amount: numberFromCents(plan.creditableCents),
    amount_due_before: numberFromCents(plan.dueBeforeCents),
    amount_due_after: numberFromCents(plan.dueAfterCents),
    excess_amount: numberFromCents(excessCents),
    refundable_amount: numberFromCents(refundable),
    credit_given_back_amount: numberFromCents(sumParts(first)),
    credit_covering_amount: numberFromCents(covering),
  }
}

/** Only what integrators store on it. */
export async function updateCreditNote(
  world: World,
  scope: Scope,
  id: string,
  change: CreditNoteChange,
): Promise<CreditNote> {
  return transaction(world, scope, async (tx) => {
    const before = (await lockCreditNote(tx, id)) ?? fail('credit_note_not_found')
    const client = await clientOf(tx, tx.owner, before)
    refuseFixed(change, creditNoteView(world, before, client))
    const references = readReferences(change, before)
    const { metadata, external_reference } = before
    const isSame = references.metadata === metadata && references.external_reference === external_reference
    const after = isSame ? before : { ...before, ...references, updated_at: tx.now }
    if (!isSame) {
      await updateReferences(tx, before.id, references)
      recordFields(tx, { object: 'credit_note', objectId: before.id }, before, after)
    }
    return creditNoteView(world, after, client)
  })
}

/** A request that repeats what is stored changes nothing. */
function refuseFixed(change: CreditNoteChange, stored: CreditNote): void {
  const sent: Readonly<Record<string, unknown>> = change
  const changed = CREDIT_NOTE_FIXED.filter(
    (name) => sent[name] !== undefined && !isDeepStrictEqual(sent[name], stored[name]),
  )
  if (changed.length > 0)
    fail(
      'credit_note_cannot_be_changed',
      unchangeable(changed, 'cannot be changed: the credit note was issued'),
    )
}

export async function readCreditNote(
  world: World,
  db: Queryable,
  owner: Owner,
  id: string,
): Promise<CreditNote> {
  const note = (await findCreditNote(db, owner, id)) ?? fail('credit_note_not_found')
  return creditNoteView(world, note, await clientOf(db, owner, note))
}

export async function readCreditNotes(
  world: World,
  owner: Owner,
  { query, page, zone }: { readonly query: CreditNotesQuery; readonly page: Page; readonly zone: string },
): Promise<Listing<CreditNote>> {
  const { client_id, invoice_id: invoiceId } = query
  const clientId = client_id === undefined ? undefined : uuidFromClientId(client_id)
  // A malformed id is of no client or invoice.
  if (clientId === null || (invoiceId !== undefined && !isUuid(invoiceId))) return NO_ITEMS
  const filter = { clientId, invoiceId, references: referencesIn(query) }
  const found = await listCreditNotes(world.pool, owner, { filter, page, times: timesOf(query, zone) })
  const client = await clientsOf(world.pool, owner, found.items)
  return { ...found, items: found.items.map((note) => creditNoteView(world, note, client(note))) }
}
