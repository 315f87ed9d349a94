// What a booking costs and, unless the client looks on, earns; and what its fare allows.
import type { Answer } from '../../api/operations.ts'
import { commissionOf } from '../../kit/booking-money.ts'
import { centsOf } from '../../kit/money.ts'
import { Amount } from '../../parts/amount.tsx'
import { Card } from '../../parts/card.tsx'
import { useClientView } from '../../parts/client-view.ts'
import { type KeyValue, KeyValues } from '../../parts/key-values.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { bookingWords } from './words.ts'

type Booking = Answer<'bookings.read'>
type Condition = Booking['conditions']['refund_before_departure']

export function Price({ booking }: { booking: Booking }) {
  const words = useWords(bookingWords)
  const { conditions, pricing, client_amount: client, wallet_amount: wallet } = booking
  const commission = commissionOf(booking)
  const refund = useAllowed(conditions.refund_before_departure)
  const change = useAllowed(conditions.change_before_departure)
  const isHidden = useClientView()
  const made: readonly KeyValue[] = [
    [words.base, <Amount key="base" of={booking.base_amount} currency={booking.base_currency} />],
    [words.taxes, <Amount key="tax" of={booking.tax_amount} currency={booking.tax_currency} />],
    [words.carrierTotal, <Amount key="total" of={booking.total_amount} currency={booking.total_currency} />],
    [words.commission, commission !== undefined && <Amount of={commission} />],
    [words.rule, pricing?.rule_name],
  ]
  return (
    <Card title={words.price}>
      <KeyValues
        rows={[
          ...(isHidden ? [] : made),
          [words.clientPays, <Amount key="client" of={client} isStrong />],
          [words.fromWallet, !isHidden && <Amount of={wallet} />],
          [words.refund, refund],
          [words.change, change],
        ]}
      />
    </Card>
  )
}

function useAllowed({ allowed, penalty_amount: penalty, penalty_currency: currency }: Condition): string {
  const words = useWords(bookingWords)
  const formats = useFormats()
  if (!allowed) return words.notAllowed
  if (penalty === null) return words.unknownPenalty
  return centsOf(penalty) === 0n ? words.noPenalty : words.penalty(formats.money(penalty, currency ?? 'BRL'))
}
