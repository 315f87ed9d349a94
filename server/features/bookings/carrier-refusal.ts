// Translates a carrier's refusal into the contract's failures.

import type { Rejection } from '../../adapters/flights/port.ts'
import { Fail } from '../../kernel/values/fail.ts'
import { formatAmount } from '../../kernel/values/money.ts'

export function failureOf(rejection: Rejection): Fail {
  const { reason, message, price } = rejection
  switch (reason) {
    case 'sold_out':
    case 'offer_gone':
      return new Fail('sold_out', { advice: `${message}; search again` })
    case 'price_changed':
      return new Fail('price_changed', price === undefined ? {} : { details: newPrice(price) })
    case 'passenger_data':
      return new Fail('invalid_passenger_data', {
        details: [
          {
            field: `passengers.${rejection.passengerIndex ?? 0}.${rejection.field ?? 'given_name'}`,
            issue: message,
          },
        ],
      })
    case 'hold_unavailable':
      return new Fail('offer_requires_instant_payment')
    default:
      return new Fail('carrier_rejected_the_booking', { advice: message })
  }
}

/** A failed booking that was debited is kept, so its refusal is an outcome, not a fault of the request. */
export function failureAfterDebit(rejection: Rejection): Fail {
  const failure = failureOf(rejection)
  if (failure.status !== 400) return failure
  const { details } = failure.options
  return new Fail('carrier_rejected_the_booking', { advice: rejection.message, ...(details && { details }) })
}

export function newPrice({ totalCents, currency }: { totalCents: bigint; currency: string }) {
  return [
    { field: 'total_amount', issue: formatAmount(totalCents) },
    { field: 'total_currency', issue: currency },
  ]
}
