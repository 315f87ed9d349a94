// Mutations: deliberate bugs that are planted in a copy of the service, one at a time. The simulation must find each one.
// `npm run simulate:breaks` runs them.

export interface Mutation {
  name: string
  file: string
  /** Must be in the file exactly once. */
  text: string
  becomes: string
}

const REFUNDS = 'contract/fare-refunds.ts'
const PRICES = 'server/features/flights/pricing/rules.ts'
const CLAIMS = 'server/features/trips/claim-rules.ts'
const PAYMENTS = 'server/features/invoices/payments.ts'

/** Missing locks, jobs and checks. */
export const CONSISTENCY_MUTATIONS: readonly Mutation[] = [
  {
    name: 'responses are not stored for replays',
    file: 'server/kernel/outbox/flush.ts',
    text: 'responses: response === undefined ? [] : [response]',
    becomes: 'responses: []',
  },
  {
    name: 'a request continues although another one holds its idempotency key',
    file: 'server/kernel/outbox/transaction.ts',
    text: 'if (claims !== undefined && !(await claimKey(tx, host, owner, claims))) throw new ClaimTaken()',
    becomes: 'if (claims !== undefined) await claimKey(tx, host, owner, claims)',
  },
  {
    name: 'debits do not change the balance',
    file: 'server/features/wallet/ledger.ts',
    text: "const MOVED = ':credit::bigint - :debit::bigint'",
    becomes: "const MOVED = ':credit::bigint - 0 * :debit::bigint'",
  },
  {
    name: 'some deliveries are stored without a job',
    file: 'server/kernel/outbox/flush.ts',
    text: "`from new_deliveries where status = 'waiting'`",
    becomes: "`from new_deliveries where status = 'waiting' and right(id, 1) <> '7'`",
  },
  {
    name: 'a carrier without a response counts as a refusal',
    file: 'server/features/bookings/bookings.ts',
    text: "if (response.outcome === 'unknown') return failUnavailable()",
    becomes:
      "if (response.outcome === 'unknown') return deleteRefused(world, last, requested, new Fail('sold_out'))",
  },
  {
    name: 'no job settles a hold whose request was interrupted',
    file: 'server/features/bookings/bookings.ts',
    text: 'scheduleBookingJob(tx, jobs.settleHoldJob, takeOverAt(tx), { bookingId: made.id, waiting })',
    becomes: '',
  },
  {
    name: 'commits return before they are durable',
    file: 'server/kernel/db/db.ts',
    text: "pool.on('connect', (client) => client.on('error', () => {}))",
    becomes:
      "pool.on('connect', (client) => { client.on('error', () => {}); " +
      "client.query('set synchronous_commit = off').catch(() => {}) })",
  },
  {
    name: 'a mail that the server refused counts as sent',
    file: 'server/features/notifications/send-mail.ts',
    text: '    if (isLast) await giveUp(world, scope, row)\n    throw error\n',
    becomes: '',
  },
  {
    name: 'jobs of dead processes are not released',
    file: 'server/kernel/jobs/processes.ts',
    text: 'delete from job_claims where process_id not in (select id from alive) returning job_id',
    becomes: 'delete from job_claims where false returning job_id',
  },
  {
    name: 'a process that counted as dead still records the outcome of its deliveries',
    file: 'server/features/webhooks/delivery-store.ts',
    text: `mine as (
    delete from job_claims c using results r where c.job_id = r.job_id and c.claim = r.claim
    returning r.job_id, r.delivery_id, r.webhook_id, r.ok, r.counts, r.at, r.status, r.duration_ms, r.error, r.body,
      r.next_at, r.n
  )`,
    becomes: `freed as (
    delete from job_claims c using results r where c.job_id = r.job_id and c.claim = r.claim
  ), mine as (
    select * from results
  )`,
  },
  {
    name: 'a quote is not locked while it becomes an invoice',
    file: 'server/features/quotes/store.ts',
    text: "statement('select from quotes where id = $1 for no key update')",
    becomes: "statement('select from quotes where id = $1')",
  },
  {
    name: 'an invoice is not locked while a payment is recorded',
    file: 'server/features/invoices/store.ts',
    text: "ofOwner(tx.owner).where('id', '=', id).forNoKeyUpdate()",
    becomes: "ofOwner(tx.owner).where('id', '=', id)",
  },
  {
    name: 'trip items are not locked while they are invoiced',
    file: 'server/features/trips/claims.ts',
    text: '  await lockTripItems(tx, ids)\n',
    becomes: '',
  },
  {
    name: 'a process keeps keys in its cache that another one revoked',
    file: 'server/features/teams/callers.ts',
    text: 'if (dependsOn(known).includes(what)) entries.delete(name)',
    becomes: 'if (dependsOn(known).includes(what)) void name',
  },
  {
    name: 'totals of lists ignore new objects',
    file: 'server/kernel/outbox/flush.ts',
    text: "(name === 'audited' ? isAudited : rows[name].length > 0)",
    becomes: "(name === 'audited' ? isAudited : name !== 'counts' && rows[name].length > 0)",
  },
]

/** Consistent errors of amounts: all balances still add up, and only the books of banks and carriers differ. */
export const AMOUNT_MUTATIONS: readonly Mutation[] = [
  {
    name: 'amounts: a cancelled booking is not refunded',
    file: REFUNDS,
    text: 'returnsCents: paidCents - keptCents }',
    becomes: 'returnsCents: 0n }',
  },
  {
    name: "amounts: the carrier's penalty is refunded too",
    file: REFUNDS,
    text: 'returnsCents: paidCents - keptCents }',
    becomes: 'returnsCents: paidCents }',
  },
  {
    name: 'amounts: the markup is applied twice',
    file: PRICES,
    text: 'markupCents: percentOf(shareCents, part.markupPercent),',
    becomes:
      'markupCents: percentOf(shareCents + percentOf(shareCents, part.markupPercent), part.markupPercent),',
  },
  {
    name: 'amounts: the oldest exchange rate is used',
    file: 'server/adapters/rates/exchange-rates.ts',
    text: '$orderby=dataHoraCotacao%20desc&$top=1',
    becomes: '$orderby=dataHoraCotacao%20asc',
  },
  {
    name: 'amounts: the fee is added twice',
    file: PRICES,
    text: 'const commissionCents = markupCents + feeCents',
    becomes: 'const commissionCents = markupCents + 2n * feeCents',
  },
  {
    name: 'amounts: cents are rounded down',
    file: 'server/kernel/values/money.ts',
    text: '(2n * top + bottom) / (2n * bottom)',
    becomes: 'top / bottom',
  },
  {
    name: 'amounts: interest begins a day early',
    file: 'server/kernel/values/late-charges.ts',
    text: "return due.until(day, { largestUnit: 'day' }).days",
    becomes: "return due.until(day, { largestUnit: 'day' }).days + 1",
  },
  {
    name: 'amounts: the tax ignores the discount',
    file: 'server/features/documents/rules.ts',
    text: 'percentOf(subtotalCents - discountCents, taxRate)',
    becomes: 'percentOf(subtotalCents, taxRate)',
  },
  {
    name: "amounts: the wallet pays the carrier's amount without conversion",
    file: 'server/features/bookings/drafts.ts',
    text: 'stored.baseCostCents : stored.clientCents',
    becomes: 'stored.baseCostCents : atSupplier.price.totalCents',
  },
  {
    name: 'amounts: an item that another invoice bills is invoiced again',
    file: CLAIMS,
    text: 'beyond(collected(row), invoicedOf(tripItemId, others))',
    becomes: 'beyond(collected(row), 0n * invoicedOf(tripItemId, others))',
  },
  {
    name: 'amounts: a cancelled invoice keeps its claims on trip items',
    file: CLAIMS,
    text: 'invoice.holds ? claimsOf(left, invoice.paidCents) : []',
    becomes: 'claimsOf(left, invoice.paidCents)',
  },
  {
    name: 'amounts: the kept price of a cancelled item is not converted',
    file: 'server/features/trips/item-input.ts',
    text: "inBrl('kept_price_amount', item.kept_price_cents)",
    becomes: 'item.kept_price_cents',
  },
  {
    name: 'amounts: every delivery is posted twice',
    file: 'server/features/webhooks/deliver.ts',
    text: 'isOurFault, body } = await postEvent(world, delivery)',
    becomes: 'isOurFault, body } = await postEvent(world, delivery).then(() => postEvent(world, delivery))',
  },
]

/** Errors of ways to pay: cards, credit and discounts count twice or not at all. */
export const PAYMENT_MUTATIONS: readonly Mutation[] = [
  {
    name: 'payments: a repeated notification of a card counts as a second payment',
    file: PAYMENTS,
    text: `  { charge, payment, banks }: InvoiceReceipt,
): Promise<Invoice | undefined> {
`,
    becomes: `  { charge, payment: reported, banks }: InvoiceReceipt,
): Promise<Invoice | undefined> {
  const payment = charge.method === 'card' ? { ...reported, id: reported.id + 'n' + tx.now.getTime() } : reported
`,
  },
  {
    name: 'payments: a won dispute restores its amount twice',
    file: 'server/features/invoices/disputes.ts',
    text: 'const amountCents = before.taken_cents - after.taken_cents',
    becomes:
      'const amountCents = (after.status === "won" ? 2n : 1n) * (before.taken_cents - after.taken_cents)',
  },
  {
    name: 'payments: used credit stays available',
    file: 'server/features/client-credit/store.ts',
    text: 'set left_cents = left_cents - $2 where id = $1',
    becomes: 'set left_cents = left_cents - 0 * $2::bigint where id = $1',
  },
  {
    name: 'payments: a withdrawn card charge stays open at its bank',
    file: 'server/adapters/banks/asaas/charges.ts',
    text: "for (const sale of sales.filter(([{ status }]) => status === 'open')) {",
    becomes: 'for (const sale of sales.slice(sales.length)) {',
  },
  {
    name: 'payments: the discount of an early payment stays due',
    file: 'server/kernel/values/early-payment.ts',
    text: 'return left > 0n && left <= offeredCents ? left : 0n',
    becomes: 'return left > 0n && left <= offeredCents ? 0n * left : 0n',
  },
]

export const MUTATIONS: readonly Mutation[] = [
  ...CONSISTENCY_MUTATIONS,
  ...AMOUNT_MUTATIONS,
  ...PAYMENT_MUTATIONS,
]
