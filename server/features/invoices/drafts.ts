// Creates invoices, whether a request, a quote or a recurring invoice asks for one.
import type { InvoiceChange } from '../../../contract/invoices.ts'
import type { References } from '../../../contract/references.ts'
import { randomToken } from '../../kernel/crypto/secret-box.ts'
import type { Scope, Tx } from '../../kernel/outbox/transaction.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { makeUuid } from '../../kernel/values/ids.ts'
import { demandClient } from '../clients/clients.ts'
import type { PriceChange, PricedItems } from '../documents/items.ts'
import { LINK_BYTES } from '../documents/view.ts'
import { demandProvider } from '../payments/banks.ts'
import { demandTeam, type Team } from '../teams/store.ts'
import type { World } from '../world.ts'
import { chargeRequest, type PreparedBanks, payableCents, prepareBanks } from './charges.ts'
import type { InvoiceUpdateInput } from './input.ts'
import { applyInvoiceUpdate, type InvoiceUpdate } from './invoice-update.ts'
import { type InvoiceContext, saveInvoice } from './save.ts'
import { INVOICE_MOVES, PAYMENT_MOVES } from './states.ts'
import type { InvoiceRow } from './store.ts'
import { previewItems } from './trip-items.ts'
import type { WarnedInvoice } from './view.ts'

/** Fields of a change that are neither content nor items and rates. */
type NotContent =
  | keyof InvoiceUpdateInput
  | 'payment_provider_id'
  | 'payment_methods'
  | 'card_payment'
  | keyof References

/** The content of an invoice, which cannot change after its issue. The compiler names every place of a new field. */
export type Content = Exclude<keyof InvoiceChange, NotContent>
export type ContentColumn = Exclude<Content, keyof PriceChange>

type DraftContent = PricedItems &
  Pick<InvoiceRow, ContentColumn | 'payment_provider_id' | 'payment_methods' | keyof References> &
  Partial<
    Pick<InvoiceRow, 'card_terms' | 'recurring_invoice_id' | 'recurring_due_date' | 'mandate_id' | 'quote_id'>
  >

/** The banks of a new invoice; none if nothing is owed. */
export async function banksForDraft(
  world: World,
  scope: Scope,
  draft: InvoiceRow,
  update: InvoiceUpdate,
): Promise<PreparedBanks> {
  const moment = { now: scope.clock.now(), zone: 'UTC', newUuid: () => '' }
  const { invoice } = applyInvoiceUpdate(draft, update, moment)
  // A bank is not asked for what cannot be billed. The transaction that stores the invoice checks it again.
  await previewItems(world.pool, scope.owner, draft)
  // A named provider must exist, even if nothing is owed.
  if (draft.payment_provider_id !== null) await demandProvider(world, scope, draft.payment_provider_id)
  if (payableCents(invoice) === 0n) return {}
  return prepareBanks(world, scope, draft, async () => {
    const client = await demandClient(world.pool, scope.owner, draft.client_id)
    const team = await demandTeam(world.pool, scope.owner.teamId)
    const today = dateIn(scope.clock.now(), team.time_zone)
    return (method, bank) => chargeRequest(method, invoice, { team, client, today }, bank)
  })
}

/** The terms of late payment are those that the team has now. */
export function newDraft(
  { wall }: World,
  { owner: { teamId, mode }, clock }: Scope,
  { fine_percent, interest_percent, payable_days }: Team,
  content: DraftContent,
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
    amount_paid_cents: 0n,
    card_terms: {},
    adjustment_cents: 0n,
    refunded_cents: 0n,
    uncovered_cents: 0n,
    early_taken_cents: 0n,
    paid_at: null,
    cancelled_at: null,
    fine_percent,
    interest_percent,
    payable_days,
    recurring_invoice_id: null,
    recurring_due_date: null,
    mandate_id: null,
    quote_id: null,
    parties: null,
    link_token: randomToken(LINK_BYTES),
    created_at: now,
    updated_at: now,
    ...content,
  }
}

interface NewInvoice extends Pick<InvoiceContext, 'team' | 'client' | 'banks' | 'isGenerated'> {
  readonly update: InvoiceUpdate
}

/** Stores a new invoice: the draft, to which the update is applied at once. */
export async function createDraft(
  world: World,
  tx: Tx,
  draft: InvoiceRow,
  { update, ...context }: NewInvoice,
): Promise<WarnedInvoice> {
  const { team } = context
  const begun = { ...draft, created_at: tx.now }
  const moment = { now: tx.now, zone: team.time_zone, newUuid: tx.newUuid }
  const changed = applyInvoiceUpdate(begun, update, moment)
  const today = dateIn(tx.now, team.time_zone)
  const { notifyClient } = update
  return saveInvoice(world, tx, { before: null, changed, context: { ...context, today, notifyClient } })
}
