// The discount for early payment that a team offers by default: read from requests, and as the API shows it. Invoices and
// recurring invoices use the same fields.
import type { EarlyDefaultInput, EarlyDefault as ShownDefault } from '../../../contract/early-payment.ts'
import { issueWith } from '../../../contract/phrases/issues.ts'
import { decimalFromNumber, decimalPlaces, formatDecimal } from '../../kernel/values/decimal.ts'
import type { EarlyDefault, EarlyDiscount } from '../../kernel/values/early-payment.ts'
import { failField } from '../../kernel/values/fail.ts'
import { centsFromNumber, numberFromCents } from '../../kernel/values/money.ts'

const PLACES_MAX = 4

export function readEarlyDefault(input: EarlyDefaultInput): EarlyDefault | null {
  return input && { ...readDiscount(input), days_before_due: input.days_before_due }
}

type DiscountInput = Pick<NonNullable<EarlyDefaultInput>, 'discount_percent' | 'discount_amount'>

/** A percentage or an amount. */
export function readDiscount({
  discount_percent = null,
  discount_amount = null,
}: DiscountInput): EarlyDiscount {
  if ((discount_percent === null) === (discount_amount === null))
    failField('early_payment', 'must have either discount_percent or discount_amount')
  if (discount_amount !== null) {
    const cents = centsFromNumber(discount_amount)
    const issue = 'must be an amount with at most two decimals'
    return { percent: null, cents: String(cents ?? failField('early_payment.discount_amount', issue)) }
  }
  const percent = decimalFromNumber(discount_percent ?? 0)
  if (decimalPlaces(percent) > PLACES_MAX)
    failField(
      'early_payment.discount_percent',
      issueWith('must have at most {count} decimals', { count: PLACES_MAX }),
    )
  return { percent: formatDecimal(percent), cents: null }
}

export function earlyDefaultView(early: EarlyDefault | null): ShownDefault {
  return early && { ...discountView(early), days_before_due: early.days_before_due }
}

export function discountView({ percent, cents }: EarlyDiscount) {
  return {
    discount_percent: percent === null ? null : Number(percent),
    discount_amount: cents === null ? null : numberFromCents(BigInt(cents)),
  }
}
