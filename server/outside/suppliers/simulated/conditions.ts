// What changing an offer or giving it back costs, by its family.
import type { Conditions, PassengerType } from '../../../../contract/flights.ts'
import { type Cents, formatAmount } from '../../../base/values/money.ts'
import type { Family } from './families.ts'
import { type FareCurrency, usualFeeCents } from './fares.ts'

export function conditionsOf(
  family: Family,
  travellers: readonly PassengerType[],
  { baseCents, currency }: { readonly baseCents: Cents; readonly currency: FareCurrency },
): Conditions {
  const seated = travellers.filter((type) => type !== 'infant_without_seat').length
  const usual = usualFeeCents(currency) * seated
  // Nobody is charged more than the fare.
  const condition = (share: number | null) => {
    if (share === null) return { allowed: false, penalty_amount: null, penalty_currency: null }
    const fee = BigInt(Math.round(usual * share))
    return {
      allowed: true,
      penalty_amount: formatAmount(fee < baseCents ? fee : baseCents),
      penalty_currency: currency,
    }
  }
  return {
    refund_before_departure: condition(family.refundFee),
    change_before_departure: condition(family.changeFee),
  }
}
