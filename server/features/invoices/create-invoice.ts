// Creates an invoice: first a draft, to which the rest of the request (status, payment) is then applied.
import type { InvoiceInput } from '../../../contract/invoices.ts'
import { randomToken } from '../../kernel/crypto/secrets.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { makeUuid } from '../../kernel/values/ids.ts'
import { type LateColumns, NO_LATE_COLUMNS } from '../../kernel/values/late-charges.ts'
import { demandProvider } from '../payments/choose-bank.ts'
import { demandTeam, type Team } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { applyReportedChange, type ReportedChange } from './apply-reported-change.ts'
import { chargeWish, payableCents } from './charge-wish.ts'
import { LINK_BYTES } from './documents/links.ts'
import { NO_CHARGES } from './invoice-charge.ts'
import type { InvoiceRow } from './invoice-store.ts'
import type { WarnedInvoice } from './invoice-view.ts'
import { type PreparedBanks, prepareBanks } from './prepare-bank.ts'
import { type PricedItems, priceItems, readItems, readRate } from './priced-items.ts'
import { demandClient, readClientId, readDate, readMethods } from './read-input.ts'
import { readReportedChange } from './read-reported-change.ts'
import { saveInvoice } from './save-invoice.ts'
import { INVOICE_MOVES, PAYMENT_MOVES } from './states.ts'

export async function createInvoice(world: World, scope: Scope, input: InvoiceInput): Promise<WarnedInvoice> {
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
    payment_methods: readMethods(input.payment_methods),
  })
  const banks = await banksForDraft(world, scope, draft, reported)
  return transaction(world, scope, async (tx) => {
    const client = await demandClient(tx, tx.owner, draft.client_id)
    const team = await demandTeam(tx, tx.owner.teamId)
    const today = dateIn(tx.now, team.time_zone)
    const begun = { ...draft, ...lateTermsFrom(team), created_at: tx.now }
    const changed = applyReportedChange(begun, reported, {
      now: tx.now,
      zone: team.time_zone,
      newUuid: tx.newUuid,
    })
    return saveInvoice(world, tx, null, changed, { team, client, today, banks, newsOfCreation: 'created' })
  })
}

/** What is owed of a new invoice goes to a bank; one that costs nothing, or is paid already, needs none. */
export async function banksForDraft(
  world: World,
  scope: Scope,
  draft: InvoiceRow,
  reported: ReportedChange,
): Promise<PreparedBanks> {
  const moment = { now: scope.clock.now(), zone: 'UTC', newUuid: () => '' }
  const { invoice } = applyReportedChange(draft, reported, moment)
  // A provider that is named must be there, even where it has nothing to do.
  if (draft.payment_provider_id !== null) await demandProvider(world, scope, draft.payment_provider_id)
  if (payableCents(invoice) === 0n) return {}
  return prepareBanks(world, scope, draft, async () => {
    const client = await demandClient(world.pool, scope.owner, draft.client_id)
    const team = await demandTeam(world.pool, scope.owner.teamId)
    const today = dateIn(scope.clock.now(), team.time_zone)
    const wanted = { ...invoice, ...lateTermsFrom(team) }
    return (method) => chargeWish(method, wanted, { team, client, today })
  })
}

/** What being late costs is fixed when the invoice is made. */
export function lateTermsFrom({ fine_percent, interest_percent }: Team): LateColumns {
  return { fine_percent, interest_percent }
}

export type DraftTerms = Pick<
  InvoiceRow,
  'client_id' | 'issue_date' | 'due_date' | 'notes' | 'payment_provider_id' | 'payment_methods'
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
    ...NO_CHARGES,
    ...NO_LATE_COLUMNS,
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
