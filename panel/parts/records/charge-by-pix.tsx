// Charges the client for a booking with one click: a sent invoice by Pix of what is still open.
import qrCode from 'icon:qr-code'
import receipt from 'icon:receipt-text'
import { navigate } from '../../api/navigation.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { useReachability } from '../../api/use-readiness.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { tripWords } from '../../words/trips.ts'
import { Button } from '../button.tsx'
import { ConfirmButton } from '../confirm-button.tsx'
import { failureText } from '../failure-text.ts'
import { ButtonLink } from '../link.tsx'
import { toast } from '../toast.tsx'
import { useFormats } from '../use-formats.tsx'

type Booking = Pick<ResponseOf<'bookings.read'>, 'id' | 'client' | 'client_amount' | 'trip_id'>

/** Of a booking in a trip: what is open of the trip. Another one starts a trip, so that it is never invoiced twice. */
export function ChargeClient({ of: { id, client, trip_id: trip } }: { of: Booking }) {
  const words = useWords(tripWords)
  const parts = useWords(partWords)
  const mayInvoice = usePermission('invoices.write')
  const draft = useChange('bookings.invoice', {
    refreshes: ['invoices', 'trips', 'bookings', 'clients'],
    onDone: ({ data }) => {
      toast({ text: words.chargeDrafted })
      void navigate(PATHS.invoice(data.id))
    },
  })
  if (!mayInvoice) return null
  if (trip !== null)
    return (
      <ButtonLink to={PATHS.billTrips} search={{ client_id: client.id, trip }} icon={receipt}>
        {words.chargeClient}
      </ButtonLink>
    )
  return (
    <Button
      icon={receipt}
      isBusy={draft.isPending}
      onClick={() =>
        void draft
          .mutateAsync({ params: { id }, body: { status: 'draft' } })
          .catch((error: unknown) => toast({ kind: 'bad', text: failureText(error, parts).text }))
      }
    >
      {words.chargeClient}
    </Button>
  )
}

export function ChargeByPix({ of: booking }: { of: Booking }) {
  const words = useWords(tripWords)
  const formats = useFormats()
  const reach = useReachability()
  const { id, client, trip_id: tripId } = booking
  const [mayInvoice, seesTrips] = [usePermission('invoices.write'), usePermission('trips.read')]
  const seesClients = usePermission('clients.read')
  const { data: trip } = useRead(
    'trips.read',
    { params: { id: tripId ?? '' } },
    { isEnabled: tripId !== null && seesTrips },
  )
  const { data: known } = useRead(
    'clients.read',
    { params: { id: client.id } },
    { isEnabled: seesClients && mayInvoice },
  )
  const charge = useChange('bookings.invoice', {
    refreshes: ['invoices', 'trips', 'bookings', 'clients'],
    onDone: ({ data }) => {
      toast({ text: words.charged[reach(data.client)] })
      void navigate(PATHS.invoice(data.id))
    },
  })
  if (!mayInvoice) return null
  const open = trip?.items.find(({ booking_id: of }) => of === id)?.money.open
  if (open !== undefined && open <= 0) return null
  const amount = tripId === null ? booking.client_amount : open
  return (
    <ConfirmButton
      verb={words.chargePix}
      title={words.chargePix}
      kind="main"
      icon={qrCode}
      isDanger={false}
      change={charge}
      request={{ params: { id } }}
    >
      <p>{amount === undefined ? words.chargePixTextOpen : words.chargePixText(formats.money(amount))}</p>
      {tripId === null && <p>{words.chargeStartsTrip}</p>}
      {known && <p>{words.reach[reach(known)](known.full_name)}</p>}
    </ConfirmButton>
  )
}
