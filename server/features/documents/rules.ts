// Totals of documents. They are computed here once and stored, so that list, page, PDF, Pix and message cannot differ by
// a cent.
import type { Decimal } from '../../kernel/values/decimal.ts'
import { type Cents, multiplyDecimalsToCents, percentOf } from '../../kernel/values/money.ts'

export interface PricedLine {
  quantity: Decimal
  /** In reais. */
  unitPrice: Decimal
}

export interface InvoiceTotals {
  /** One for each line, in order. */
  lineCents: Cents[]
  subtotalCents: Cents
  discountCents: Cents
  taxCents: Cents
  totalCents: Cents
}

/** Rates are percent. The tax applies after the discount. Every step is exact, and rounded half-up to cents. */
export function invoiceTotals(
  lines: readonly PricedLine[],
  discountRate: Decimal,
  taxRate: Decimal,
): InvoiceTotals {
  const lineCents = lines.map(({ quantity, unitPrice }) => multiplyDecimalsToCents(quantity, unitPrice))
  const subtotalCents = lineCents.reduce((sum, cents) => sum + cents, 0n)
  const discountCents = percentOf(subtotalCents, discountRate)
  const taxCents = percentOf(subtotalCents - discountCents, taxRate)
  return {
    lineCents,
    subtotalCents,
    discountCents,
    taxCents,
    totalCents: subtotalCents - discountCents + taxCents,
  }
}
