// The trip of a booking: a link to it, or the way to start one.
import plus from 'icon:plus'
import { navigate } from '../../api/navigation.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { tripWords } from '../../words/trips.ts'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { failureText } from '../failure-text.ts'
import { ButtonLink } from '../link.tsx'
import { toast } from '../toast.tsx'
import { OpenAmounts, TripDays, TripStatus } from './trip-columns.tsx'

interface TripCardProps {
  readonly tripId: string | null
  readonly bookingId: string
  readonly clientId: string
}

/** For users with the permission. */
export function TripCard(props: TripCardProps) {
  const [mayRead, mayWrite] = [usePermission('trips.read'), usePermission('trips.write')]
  if (!mayRead) return null
  if (props.tripId !== null) return <TripOf id={props.tripId} />
  return mayWrite && <StartTrip {...props} />
}

function TripOf({ id }: { id: string }) {
  const words = useWords(tripWords)
  const { data: trip } = useRead('trips.read', { params: { id } })
  return (
    <Card
      title={words.partOfTrip}
      action={
        <ButtonLink to={PATHS.trip(id)} isSmall>
          {words.openTrip}
        </ButtonLink>
      }
    >
      {trip && (
        <>
          <p>
            <b>{trip.title}</b> <span className="code">{trip.number}</span>
          </p>
          <p>
            <TripStatus of={trip.status} /> <TripDays of={trip} />
          </p>
          <OpenAmounts of={trip.items} />
        </>
      )}
    </Card>
  )
}

function StartTrip({ bookingId, clientId }: TripCardProps) {
  const words = useWords(tripWords)
  const parts = useWords(partWords)
  const create = useChange('trips.create', {
    refreshes: ['trips', 'bookings', 'clients'],
    onDone: ({ id }) => {
      toast({ text: words.startedTrip })
      void navigate(PATHS.trip(id))
    },
  })
  const failure = create.error === null ? null : failureText(create.error, parts).text
  return (
    <Card title={words.partOfTrip} sub={words.notInTrip}>
      <Button
        icon={plus}
        isBusy={create.isPending}
        onClick={() => create.mutate({ body: { client_id: clientId, booking_ids: [bookingId] } })}
      >
        {words.startTrip}
      </Button>
      {failure !== null && <p role="alert">{failure}</p>}
    </Card>
  )
}
