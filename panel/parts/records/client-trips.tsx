// The trips of a client, with what begins a sale: a new trip or a search of flights.
import luggage from 'icon:luggage'
import takeoff from 'icon:plane-takeoff'
import plus from 'icon:plus'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { useWords } from '../../words/language.tsx'
import { tripWords } from '../../words/trips.ts'
import css from '../form.module.css'
import { ButtonLink } from '../link.tsx'
import { ListCard } from '../list-card.tsx'
import { useTripColumns } from './trip-columns.tsx'

const SHOWN = 5

/** The card on the page of the client, for users with the permission. */
export function ClientTrips({ id, isActive }: { id: string; isActive: boolean }) {
  const mayRead = usePermission('trips.read')
  return mayRead && <Trips id={id} isActive={isActive} />
}

function Trips({ id, isActive }: { id: string; isActive: boolean }) {
  const words = useWords(tripWords)
  const [mayWrite, maySearch] = [usePermission('trips.write'), usePermission('search')]
  const result = useRead('trips.list', { query: { client_id: id, limit: SHOWN } }, { keepsPrevious: true })
  const columns = useTripColumns(['title', 'days', 'status', 'open'])
  const hasMore = (result.data?.pagination.total ?? 0) > SHOWN
  const begin = isActive && (mayWrite || maySearch) && (
    <div className={css.ends}>
      {maySearch && (
        <ButtonLink to={PATHS.flights} search={{ client: id }} icon={takeoff} isSmall>
          {words.sellFlight}
        </ButtonLink>
      )}
      {mayWrite && (
        <ButtonLink to={PATHS.newTrip} search={{ client_id: id }} icon={plus} isSmall>
          {words.newTrip}
        </ButtonLink>
      )}
    </div>
  )
  return (
    <ListCard
      title={words.trips}
      result={result}
      columns={columns}
      keyOf={({ id: key }) => key}
      linkOf={({ id: key }) => PATHS.trip(key)}
      none={{ title: words.noTripsOfClient, icon: luggage }}
      action={begin}
      {...(hasMore && { more: { to: `${PATHS.trips}?client_id=${id}`, name: words.seeAll } })}
    />
  )
}
