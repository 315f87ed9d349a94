// What the agent does about one item: edit, search and book a quoted flight, cancel, delete, voucher.
import ban from 'icon:ban'
import download from 'icon:download'
import pencil from 'icon:pencil'
import takeoff from 'icon:plane-takeoff'
import refresh from 'icon:refresh-cw'
import trash from 'icon:trash-2'
import { useState } from 'react'
import type { TripDetail, TripItem } from '../../../contract/trips.ts'
import { download as save } from '../../api/files.ts'
import { navigate } from '../../api/navigation.ts'
import { useChange } from '../../api/use-change.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { Menu, type MenuAction } from '../../parts/menu.tsx'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { tripWords } from '../../words/trips.ts'
import { CancelItem } from './cancel-item.tsx'
import { useItemName } from './item-name.ts'
import { itemWords } from './item-words.ts'
import { SearchAgain } from './search-again.tsx'
import { searchOfTrip } from './search-of-item.ts'

type Dialog = 'cancel' | 'delete' | 'search' | null

export function ItemActions({ trip, item }: { trip: TripDetail; item: TripItem }) {
  const words = useWords(itemWords)
  const shared = useWords(tripWords)
  const parts = useWords(partWords)
  const nameOf = useItemName()
  const [mayWrite, maySearch] = [usePermission('trips.write'), usePermission('search')]
  const [dialog, setDialog] = useState<Dialog>(null)
  const params = { id: trip.id, item_id: item.id }
  const isBooked = item.booking_id !== null
  const isQuotedFlight = item.kind === 'flight' && item.status === 'quoted' && !isBooked
  const voucher = () =>
    save('tripItems.voucher', { params }).catch((error: unknown) =>
      toast({ kind: 'bad', text: failureText(error, parts).text }),
    )
  const actions: (MenuAction | false)[] = [
    mayWrite && {
      name: words.edit,
      icon: pencil,
      onChoose: () => void navigate(PATHS.tripItem(trip.id, item.id)),
    },
    maySearch &&
      isQuotedFlight &&
      item.flight !== null &&
      item.flight.segments.length > 0 && {
        name: words.searchAgain,
        icon: refresh,
        onChoose: () => setDialog('search'),
      },
    maySearch &&
      isQuotedFlight && {
        name: words.searchAndBook,
        icon: takeoff,
        onChoose: () => void navigate(PATHS.flights, { search: searchOfTrip(trip, item) }),
      },
    item.kind !== 'fee' && { name: words.voucher, icon: download, onChoose: () => void voucher() },
    mayWrite &&
      (!isBooked || item.status === 'cancelled') && {
        name: item.status === 'cancelled' ? words.changeKept : words.cancel,
        icon: ban,
        onChoose: () => setDialog('cancel'),
      },
    mayWrite && {
      name: isBooked ? words.removeBooking : words.remove,
      icon: trash,
      isDanger: true,
      onChoose: () => setDialog('delete'),
    },
  ]
  const shown = actions.filter((action) => action !== false)
  if (shown.length === 0) return null
  return (
    <>
      <Menu label={`${parts.more}: ${nameOf(item) || shared.kinds[item.kind]}`} actions={shown} />
      {dialog === 'cancel' && <CancelItem trip={trip} item={item} onClose={() => setDialog(null)} />}
      {dialog === 'search' && <SearchAgain trip={trip} item={item} onClose={() => setDialog(null)} />}
      {dialog === 'delete' && <DeleteItem trip={trip} item={item} onClose={() => setDialog(null)} />}
    </>
  )
}

interface DialogProps {
  readonly trip: TripDetail
  readonly item: TripItem
  readonly onClose: () => void
}

function DeleteItem({ trip, item, onClose }: DialogProps) {
  const words = useWords(itemWords)
  const nameOf = useItemName()
  const isBooked = item.booking_id !== null
  const isInvoiced = item.invoice_ids.length > 0
  const remove = useChange('tripItems.delete', {
    refreshes: ['trips', 'clients', 'bookings'],
    onDone: () => {
      toast({ text: isBooked ? words.bookingRemoved : words.removed })
      onClose()
    },
  })
  return (
    <Confirm
      title={isBooked ? words.removeBooking : words.remove}
      verb={isBooked ? words.removeBooking : words.remove}
      isOpen
      isDanger
      isBlocked={isInvoiced}
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { id: trip.id, item_id: item.id } })}
      isBusy={remove.isPending}
      error={remove.error}
    >
      <p>
        <b>{nameOf(item)}</b>
      </p>
      {isInvoiced ? (
        <p>{isBooked ? words.removeInvoicedBooking : words.removeInvoiced}</p>
      ) : isBooked ? (
        <p>{words.removeBookingText}</p>
      ) : (
        <p>{words.removeText(item.files.length)}</p>
      )}
    </Confirm>
  )
}
