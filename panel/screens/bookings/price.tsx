// The price of a booking, the agency's earnings unless client view is on, and the fare conditions.
import type { ResponseOf } from '../../api/operations.ts'
import { inReais, rateText } from '../../logic/booking-money.ts'
import { centsOf } from '../../logic/money.ts'
import { Amount } from '../../parts/amount.tsx'
import { Card } from '../../parts/card.tsx'
import { type KeyValue, KeyValues } from '../../parts/key-values.tsx'
import { useClientView } from '../../parts/records/client-view.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { bookingWords } from './words.ts'

type Booking = ResponseOf<'bookings.read'>
type Condition = Booking['conditions']['refund_before_departure']

export function Price({ booking }: { booking: Booking }) {
  const words = useWords(bookingWords)
  const { conditions, pricing, client_amount: client, wallet_amount: wallet } = booking
  const formats = useFormats()
  const { total_currency: currency } = booking
  const cost = (amount: string) => inReais(amount, currency, booking, formats)
  const { status, refund: came } = booking
  const wasCancelled = status === 'cancelled'
  const refund = useAllowed(conditions.refund_before_departure, booking)
  const change = useAllowed(conditions.change_before_departure, booking)
  const isHidden = useClientView()
  const made: readonly KeyValue[] = [
    [words.base, cost(booking.base_amount)],
    [words.taxes, cost(booking.tax_amount)],
    [words.carrierTotal, cost(booking.total_amount)],
    [
      words.rate,
      currency !== 'BRL' &&
        words.rateOf(rateText(booking, formats), currency, formats.date(formats.isoDay(booking.created_at))),
    ],
    [words.commission, <Amount key="earned" of={booking.total_agency_commission} />],
    [words.rule, pricing?.rule_name],
  ]
  return (
    <Card title={words.price}>
      <KeyValues
        rows={[
          ...(isHidden ? [] : made),
          [words.clientPays, <Amount key="client" of={client} isStrong />],
          [
            status === 'pending' ? words.fromWallet : words.leftWallet,
            !isHidden && (came !== null || !wasCancelled) && <Amount of={wallet} />,
          ],
          [
            words.penaltyKept,
            came !== null && inReais(came.penalty_amount, came.penalty_currency, booking, formats),
          ],
          [words.cameBack, came !== null && !isHidden && <Amount of={came.amount} isStrong />],
          // What the fare would allow says nothing once it is cancelled.
          [words.refund, !wasCancelled && refund],
          [words.change, !wasCancelled && change],
        ]}
      />
    </Card>
  )
}

function useAllowed(
  { allowed, penalty_amount: penalty, penalty_currency: currency }: Condition,
  booking: Booking,
): string {
  const words = useWords(bookingWords)
  const formats = useFormats()
  if (!allowed) return words.notAllowed
  if (penalty === null) return words.unknownPenalty
  if (centsOf(penalty) === 0n) return words.noPenalty
  return words.penalty(inReais(penalty, currency ?? 'BRL', booking, formats))
}
