// Consistent errors of amounts: every balance still adds up, and only the books of banks and carriers differ.
import type { Break } from './breaks.ts'

const REFUNDS = 'contract/fare-refunds.ts'
const PRICES = 'server/features/flights/pricing/rules.ts'
const CLAIMS = 'server/features/trips/claim-rules.ts'

export const AMOUNT_BREAKS: readonly Break[] = [
  {
    name: 'amounts: a cancelled booking gets nothing back',
    file: REFUNDS,
    text: 'returnsCents: paidCents - keptCents }',
    becomes: 'returnsCents: 0n }',
  },
  {
    name: 'amounts: what the carrier keeps is paid back',
    file: REFUNDS,
    text: 'returnsCents: paidCents - keptCents }',
    becomes: 'returnsCents: paidCents }',
  },
  {
    name: 'amounts: the markup is taken on the markup too',
    file: PRICES,
    text: 'markupCents: percentOf(shareCents, part.markupPercent),',
    becomes:
      'markupCents: percentOf(shareCents + percentOf(shareCents, part.markupPercent), part.markupPercent),',
  },
  {
    name: 'amounts: the rate is the oldest that may be used',
    file: 'server/adapters/rates/exchange-rates.ts',
    text: '$orderby=dataHoraCotacao%20desc&$top=1',
    becomes: '$orderby=dataHoraCotacao%20asc',
  },
  {
    name: 'amounts: the fee is taken twice',
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
    name: 'amounts: the tax is on the price before the discount',
    file: 'server/features/invoices/rules.ts',
    text: 'percentOf(subtotalCents - discountCents, taxRate)',
    becomes: 'percentOf(subtotalCents, taxRate)',
  },
  {
    name: "amounts: the wallet pays reais as if they were the carrier's currency",
    file: 'server/features/bookings/drafts.ts',
    text: 'stored.baseCostCents : stored.clientCents',
    becomes: 'stored.baseCostCents : atSupplier.price.totalCents',
  },
  {
    name: 'amounts: what other invoices hold of an item is invoiced again',
    file: CLAIMS,
    text: 'beyond(collected(row), invoicedOf(tripItemId, others))',
    becomes: 'beyond(collected(row), 0n * invoicedOf(tripItemId, others))',
  },
  {
    name: 'amounts: a cancelled invoice goes on holding items',
    file: CLAIMS,
    text: 'invoice.holds ? claimsOf(left, invoice.paidCents) : []',
    becomes: 'claimsOf(left, invoice.paidCents)',
  },
  {
    name: 'amounts: what a cancelled item keeps is taken at the rate of one',
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
