// Creates an invoice: first a draft, to which the rest of the request (status, payment) is then applied.
import type { Invoice, InvoiceInput } from '../../../contract/invoices.ts'
import { randomToken } from '../../base/secrets/secrets.ts'
import { dateIn } from '../../base/values/dates.ts'
import { makeUuid } from '../../base/values/ids.ts'
import { type Scope, transaction } from '../../outbox/transaction.ts'
import { INVOICE_MOVES, PAYMENT_MOVES } from '../../rules/invoice-states.ts'
import { demandTeam } from '../../teams/team-store.ts'
import type { World } from '../../world.ts'
import { LINK_BYTES } from '../documents/links.ts'
import { type PricedItems, priceItems, readItems, readRate } from '../priced-items.ts'
import { demandClient, readClientId, readDate } from '../read-input.ts'
import { readReportedChange } from '../read-reported-change.ts'
import { applyReportedChange, type ReportedChange } from './apply-reported-change.ts'
import { chargeWish, payableCents } from './invoice-charge.ts'
import type { InvoiceRow } from './invoice-store.ts'
import { type PreparedBank, prepareBank } from './prepare-bank.ts'
import { saveInvoice } from './save-invoice.ts'

export async function createInvoice(world: World, scope: Scope, input: InvoiceInput): Promise<Invoice> {
  const reported = readReportedChange(input)
  const newUuid = () => makeUuid(world.wall.now())
  const priced = priceItems(
    readItems(input.items, newUuid),
    readRate('discount_rate', input.discount_rate),
    readRate('tax_rate', input.tax_rate),
  )
  const draft = newDraft(world, scope, priced, {
    client_id: readClientId(input.client_id),
    issue_date: readDate('issue_date', input.issue_date),
    due_date: readDate('due_date', input.due_date),
    notes: input.notes ?? null,
    payment_provider_id: input.payment_provider_id ?? null,
  })
  const bank = await bankForDraft(world, scope, draft, reported)
  return transaction(world, scope, async (tx) => {
    const client = await demandClient(tx, tx.owner, draft.client_id)
    const team = await demandTeam(tx, tx.owner.teamId)
    const today = dateIn(tx.now, team.time_zone)
    const begun = { ...draft, created_at: tx.now }
    const changed = applyReportedChange(begun, reported, { now: tx.now, today, newUuid: tx.newUuid })
    return saveInvoice(world, tx, null, changed, { team, client, today, bank, newsOfCreation: 'created' })
  })
}

/** What is owed of a new invoice needs a bank; one that costs nothing, or is paid already, does not. */
export async function bankForDraft(
  world: World,
  scope: Scope,
  draft: InvoiceRow,
  reported: ReportedChange,
): Promise<PreparedBank | null> {
  const moment = { now: scope.clock.now(), today: dateIn(scope.clock.now(), 'UTC'), newUuid: () => '' }
  const amountCents = payableCents(applyReportedChange(draft, reported, moment).invoice)
  // A provider that is named must be there, even where it has nothing to do.
  if (amountCents === 0n && draft.payment_provider_id === null) return null
  return prepareBank(world, scope, draft.payment_provider_id, async () => {
    if (amountCents === 0n) return null
    const client = await demandClient(world.pool, scope.owner, draft.client_id)
    const team = await demandTeam(world.pool, scope.owner.teamId)
    return chargeWish(draft, amountCents, { team, client, today: dateIn(scope.clock.now(), team.time_zone) })
  })
}

export type DraftTerms = Pick<
  InvoiceRow,
  'client_id' | 'issue_date' | 'due_date' | 'notes' | 'payment_provider_id'
> &
  Partial<Pick<InvoiceRow, 'recurring_invoice_id' | 'recurring_due_date' | 'quote_id'>>

export function newDraft(
  { wall }: World,
  { owner: { teamId, mode }, clock }: Scope,
  priced: PricedItems,
  terms: DraftTerms,
): InvoiceRow {
  const now = clock.now()
  return {
    id: makeUuid(wall.now()),
    team_id: teamId,
    mode,
    number_year: null,
    number_sequence: null,
    status: INVOICE_MOVES.begins.create.to,
    payment_status: PAYMENT_MOVES.begins.create.to,
    payment_status_is_set: false,
    ...priced,
    amount_paid_cents: 0n,
    paid_at: null,
    charge_id: null,
    recurring_invoice_id: null,
    recurring_due_date: null,
    quote_id: null,
    parties: null,
    link_token: randomToken(LINK_BYTES),
    created_at: now,
    updated_at: now,
    ...terms,
  }
}
