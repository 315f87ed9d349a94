// What invoices hold of items of trips adds up under invoices, payments, refunds, cancellations and prices in any order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fullRuns } from '../../../test/support/full-runs.ts'
import {
  type BillableItem,
  type Credit,
  decideClaims,
  type SavedInvoice,
  type StoredClaim,
  spread,
} from './claim-rules.ts'
import { collected } from './rules.ts'

const CASES = fullRuns ? 50_000 : 3_000

test('spread: shares are whole cents, add up, and follow the weights to less than a cent', () => {
  const cents = fc.bigInt(0n, 10_000n)
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 8 }), fc.nat(1_000), (weights, part) => {
      const all = weights.reduce((sum, weight) => sum + weight, 0n)
      const amount = (all * BigInt(part)) / 1_000n
      const shares = spread(amount, weights)
      assert.equal(
        shares.reduce((sum, share) => sum + share, 0n),
        amount,
      )
      shares.forEach((share, index) => {
        const weight = weights[index] as bigint
        assert.ok(share >= 0n && share <= weight)
        const off = share * all - amount * weight
        assert.ok((off < all && off > -all) || all === 0n)
      })
    }),
    { numRuns: CASES },
  )
})

test('spread: the first of three equal lines gets the odd cent', () => {
  assert.deepEqual(spread(10n, [100n, 100n, 100n]), [4n, 3n, 3n])
  assert.deepEqual(spread(0n, [0n, 0n]), [0n, 0n])
})

const ITEMS = ['tri_1', 'tri_2', 'tri_3'] as const
const INVOICES = ['inv_1', 'inv_2', 'inv_3'] as const

interface Stored {
  items: { trip_item_id: string | null; total_cents: string }[]
  status: 'draft' | 'sent' | 'cancelled'
  paidCents: bigint
  adjustments: { amount_cents: bigint; credits: readonly Credit[] }[]
}

const cents = fc.bigInt(1n, 20_000n)
const ofInvoice = { invoice: fc.constantFrom(...INVOICES) }
const line = fc.record({ trip_item_id: fc.constantFrom(...ITEMS, null), cents })
const steps = fc.array(
  fc.oneof(
    fc.record({
      what: fc.constant('bill'),
      ...ofInvoice,
      lines: fc.array(line, { minLength: 1, maxLength: 5 }),
    }),
    fc.record({ what: fc.constantFrom('send', 'cancel', 'pay all'), ...ofInvoice }),
    fc.record({ what: fc.constantFrom('pay', 'return'), ...ofInvoice, cents }),
    fc.record({ what: fc.constant('refund'), ...ofInvoice, cents, named: fc.constantFrom(...ITEMS, null) }),
    fc.record({
      what: fc.constant('price'),
      item: fc.constantFrom(...ITEMS),
      cents: fc.bigInt(0n, 20_000n),
      collected_by: fc.constantFrom('agency', 'agency', 'supplier'),
    }),
  ),
  { maxLength: 30 },
)
type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never

/** The tables, and what the features do to them. */
interface Agency {
  prices: BillableItem[]
  readonly invoices: Map<string, Stored>
  held: StoredClaim[]
}

const newAgency = (): Agency => ({
  prices: ITEMS.map((id) => ({
    ...{ id, client_id: 'client', price_brl_cents: 10_000n, collected_by: 'agency' },
  })),
  invoices: new Map(),
  held: [],
})

function take(agency: Agency, step: Step): void {
  if ('item' in step) {
    const { item: id, cents: price_brl_cents, collected_by } = step
    const changed = { id, client_id: 'client', price_brl_cents, collected_by } as BillableItem
    agency.prices = agency.prices.map((one) => (one.id === id ? changed : one))
    return
  }
  if ('lines' in step) {
    bill(agency, step.invoice, step.lines)
    return
  }
  const before = agency.invoices.get(step.invoice)
  if (before === undefined) return
  if (step.what === 'cancel') save(agency, step.invoice, { ...before, status: 'cancelled' })
  else if (step.what === 'send') save(agency, step.invoice, { ...before, status: 'sent' })
  else if (step.what === 'pay all') {
    const owed = dueOf(before)
    save(agency, step.invoice, { ...before, paidCents: before.paidCents + owed })
  } else if ('named' in step) refund(agency, step.invoice, before, step.cents, step.named)
  else if ('cents' in step) {
    const moved = step.what === 'pay' ? step.cents : -least(step.cents, before.paidCents)
    save(agency, step.invoice, { ...before, paidCents: before.paidCents + moved })
  }
}

function bill(
  agency: Agency,
  id: string,
  lines: readonly { trip_item_id: string | null; cents: bigint }[],
): void {
  const before = agency.invoices.get(id) ?? { status: 'draft', paidCents: 0n, adjustments: [] }
  if (before.status !== 'draft') return
  const items = lines.map((one) => ({ trip_item_id: one.trip_item_id, total_cents: String(one.cents) }))
  save(agency, id, { ...before, items })
}

function refund(agency: Agency, id: string, before: Stored, wanted: bigint, named: string | null): void {
  const back = least(wanted, before.paidCents)
  const after = { ...before, paidCents: before.paidCents - back }
  const off = least(back, dueOf(after))
  if (off > 0n) save(agency, id, after, { amount_cents: -off, trip_item_id: named })
}

function save(
  agency: Agency,
  id: string,
  after: Stored,
  adjustment: SavedInvoice['adjustment'] = null,
): void {
  const before = agency.invoices.get(id)
  const isIssued = before?.status === 'draft' && after.status !== 'draft'
  const { claims, credits, refusal } = decideClaims(
    {
      ...{ id, clientId: 'client', items: after.items, adjustments: after.adjustments, adjustment },
      ...{ holds: after.status !== 'cancelled', isIssued: after.status !== 'draft' },
      ...{ checksAll: isIssued, paidCents: after.paidCents },
    },
    { rows: agency.prices, held: agency.held },
  )
  if (refusal !== null) {
    const wasBilled = before === undefined || before.items !== after.items || before.status !== after.status
    assert.ok(wasBilled, 'neither money that comes nor money that goes is refused')
    return
  }
  for (const claim of claims) assertWithinPrice(agency, id, claim, isIssued)
  const made = adjustment === null ? [] : [{ amount_cents: adjustment.amount_cents, credits }]
  agency.invoices.set(id, { ...after, adjustments: [...after.adjustments, ...made] })
  agency.held = [
    ...agency.held.filter(({ invoice_id }) => invoice_id !== id),
    ...claims.map(({ tripItemId, amountCents, creditedCents, paidCents }) => ({
      ...{ trip_item_id: tripItemId, invoice_id: id, amount_cents: amountCents },
      ...{ credited_cents: creditedCents, paid_cents: paidCents, is_issued: after.status !== 'draft' },
    })),
  ]
}

function assertWithinPrice(
  agency: Agency,
  id: string,
  { tripItemId, amountCents, creditedCents }: ReturnType<typeof decideClaims>['claims'][number],
  isIssued: boolean,
): void {
  const own = agency.held.find((one) => one.invoice_id === id && one.trip_item_id === tripItemId)
  const heldBefore = own === undefined ? 0n : own.amount_cents - own.credited_cents
  const holds = amountCents - creditedCents
  if (holds <= heldBefore && !isIssued) return
  const others = agency.held.filter((one) => one.invoice_id !== id && one.trip_item_id === tripItemId)
  const price = agency.prices.find((one) => one.id === tripItemId) as BillableItem
  if (holds > 0n) assert.ok(sumOf(others) + holds <= collected(price), 'invoiced beyond its price')
}

function assertSound(agency: Agency): void {
  for (const [id, invoice] of agency.invoices) {
    const claims = agency.held.filter(({ invoice_id }) => invoice_id === id)
    if (invoice.status === 'cancelled') {
      assert.deepEqual(claims, [])
      continue
    }
    for (const { amount_cents, credited_cents, paid_cents } of claims) {
      assert.ok(credited_cents >= 0n && credited_cents <= amount_cents)
      assert.ok(paid_cents >= 0n && paid_cents <= amount_cents - credited_cents)
    }
    const total = totalOf(invoice)
    const owed = adjustedOf(invoice)
    const ofTrips = sumOf(claims)
    const others = invoice.items.filter(({ trip_item_id }) => trip_item_id === null)
    assert.ok(ofTrips <= owed, 'items hold more than the invoice')
    if (others.length === 0) assert.equal(ofTrips, owed, 'amounts less credits are what is owed')
    const paid = claims.reduce((sum, { paid_cents }) => sum + paid_cents, 0n)
    assert.ok(paid <= least(invoice.paidCents, owed))
    if (others.length === 0) assert.equal(paid, least(invoice.paidCents, owed))
    if (invoice.paidCents >= owed)
      for (const { amount_cents, credited_cents, paid_cents } of claims)
        assert.equal(paid_cents, amount_cents - credited_cents, 'a paid invoice pays each of its lines')
    assert.equal(
      claims.reduce((sum, { amount_cents }) => sum + amount_cents, 0n),
      total - others.reduce((sum, { total_cents }) => sum + BigInt(total_cents), 0n),
    )
  }
}

const least = (one: bigint, other: bigint) => (one < other ? one : other)
const sumOf = (claims: readonly StoredClaim[]) =>
  claims.reduce((sum, { amount_cents, credited_cents }) => sum + amount_cents - credited_cents, 0n)
const totalOf = ({ items }: Stored) => items.reduce((sum, { total_cents }) => sum + BigInt(total_cents), 0n)

function adjustedOf(invoice: Stored): bigint {
  const left = invoice.adjustments.reduce((sum, { amount_cents }) => sum + amount_cents, totalOf(invoice))
  return left > 0n ? left : 0n
}

function dueOf(invoice: Stored): bigint {
  const due = adjustedOf(invoice) - invoice.paidCents
  return due > 0n ? due : 0n
}

test(`${CASES} agencies bill, collect, refund, cancel and reprice: nothing is lost or invoiced twice`, () => {
  fc.assert(
    fc.property(steps, (all) => {
      const agency = newAgency()
      for (const step of all) {
        take(agency, step)
        assertSound(agency)
      }
    }),
    { numRuns: CASES },
  )
})

const sent = (items: SavedInvoice['items'], more: Partial<SavedInvoice> = {}): SavedInvoice => ({
  ...{ id: 'inv_1', clientId: 'client', items, holds: true, isIssued: true, checksAll: false, paidCents: 0n },
  ...{ adjustments: [], adjustment: null, ...more },
})
const billed = (trip_item_id: string | null, cents: bigint) => ({ trip_item_id, total_cents: String(cents) })
const priced = (id: string, price_brl_cents: bigint): BillableItem => ({
  ...{ id, client_id: 'client', price_brl_cents, collected_by: 'agency' },
})
const held = (trip_item_id: string, amount_cents: bigint): StoredClaim => ({
  ...{ trip_item_id, invoice_id: 'inv_1', amount_cents, credited_cents: 0n, paid_cents: 0n, is_issued: true },
})

test('a refund first credits what is invoiced above the price, then all in proportion', () => {
  const items = [billed('tri_1', 1_000n), billed('tri_2', 500n), billed(null, 500n)]
  const known = {
    rows: [priced('tri_1', 1_000n), priced('tri_2', 200n)],
    held: [held('tri_1', 1_000n), held('tri_2', 500n)],
  }
  const refunded = (cents: bigint, trip_item_id: string | null = null) =>
    decideClaims(sent(items, { adjustment: { amount_cents: -cents, trip_item_id } }), known).credits
  assert.deepEqual(refunded(200n), [{ trip_item_id: 'tri_2', cents: '200' }])
  // 300 beyond the price of the second; of the other 170: 100 of 1000, 20 of 200, and 50 of 500 that are no items.
  assert.deepEqual(refunded(470n), [
    { trip_item_id: 'tri_1', cents: '100' },
    { trip_item_id: 'tri_2', cents: '320' },
  ])
  assert.deepEqual(refunded(400n, 'tri_1'), [{ trip_item_id: 'tri_1', cents: '400' }])
})

test('an issued invoice is validated as a whole; a payment of it is not', () => {
  const items = [billed('tri_1', 1_000n)]
  const known = { rows: [priced('tri_1', 400n)], held: [held('tri_1', 1_000n)] }
  assert.equal(decideClaims(sent(items, { paidCents: 10n }), known).refusal, null)
  assert.deepEqual(decideClaims(sent(items, { checksAll: true }), known).refusal, {
    ...{ tripItemId: 'tri_1', code: 'trip_item_over_invoiced', openCents: 400n },
  })
})
