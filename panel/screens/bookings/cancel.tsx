// Cancels a booking; the dialog shows the expected refund first.
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { usePermission } from '../../api/use-team.ts'
import { expectedRefund } from '../../kit/booking-money.ts'
import { centsOf } from '../../kit/money.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import css from './booking.module.css'
import { bookingWords } from './words.ts'

type Booking = ResponseOf<'bookings.read'>

const CANCELLABLE: readonly Booking['status'][] = ['pending', 'confirmed', 'ticketed']

export function Cancel({ booking }: { booking: Booking }) {
  const words = useWords(bookingWords)
  const formats = useFormats()
  const mayCancel = usePermission('bookings.write')
  const { id, booking_reference: locator, status } = booking
  const cancel = useChange('bookings.cancel', {
    refreshes: ['bookings', 'wallet', 'reports', 'clients'],
    onDone: ({ refund: { amount } }) =>
      toast({
        text: (centsOf(amount) ?? 0n) > 0n ? words.cancelled(formats.money(amount)) : words.cancelledFree,
      }),
  })
  const refundText = useRefundText(booking)
  if (!mayCancel || !CANCELLABLE.includes(status)) return null
  return (
    <ConfirmButton
      verb={words.cancel}
      title={words.cancelTitle(locator)}
      kind="danger"
      change={cancel}
      request={{ params: { id } }}
      {...(status !== 'pending' && locator !== '' && { word: locator })}
    >
      <p className={css.strong}>{refundText}</p>
      <p>{words.noUndo}</p>
    </ConfirmButton>
  )
}

function useRefundText(booking: Booking): string {
  const words = useWords(bookingWords)
  const { money } = useFormats()
  const refund = expectedRefund(booking)
  if (refund.kind === 'free') return words.cancelFree
  const paid = money(refund.paid)
  if (refund.kind === 'none') return words.cancelNone(paid)
  if (refund.kind === 'unknown') return words.cancelUnknown(paid)
  if (centsOf(refund.kept) === 0n) return words.cancelFull(paid)
  return words.cancelSome(money(refund.returns), money(refund.kept), paid)
}
