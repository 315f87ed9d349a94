// A new trip: of a chosen client, or of one who is added on the way.
import { navigate } from '../../api/navigation.ts'
import { useChange } from '../../api/use-change.ts'
import { PATHS } from '../../logic/paths.ts'
import { Allowed } from '../../parts/allowed.tsx'
import { Button } from '../../parts/button.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { tripWords } from '../../words/trips.ts'
import { EMPTY_TRIP, tripBody } from './trip-draft.ts'
import { TripForm } from './trip-form.tsx'
import { tripScreenWords } from './words.ts'

export function Screen() {
  const words = useWords(tripScreenWords)
  const shared = useWords(tripWords)
  const parts = useWords(partWords)
  const { client_id, booking } = useFilters(['client_id', 'booking']).filters
  const create = useChange('trips.create', {
    refreshes: ['trips', 'clients', 'bookings'],
    onDone: ({ id }) => {
      toast({ text: words.created })
      void navigate(PATHS.trip(id), { replace: true })
    },
  })
  return (
    <>
      <PageHead title={shared.newTrip} sub={words.newSub} back={{ to: PATHS.trips, name: shared.trips }} />
      <Allowed to="trips.write" isPage>
        <TripForm
          values={{ ...EMPTY_TRIP, client_id }}
          // A draft for one client must not fill the form of another.
          draft={`trip.new ${client_id} ${booking}`}
          send={(draft) =>
            create.mutateAsync({
              body: { ...tripBody(draft), ...(booking !== '' && { booking_ids: [booking] }) },
            })
          }
          buttons={(isBusy) => (
            <>
              <ButtonLink to={PATHS.trips}>{parts.cancel}</ButtonLink>
              <Button type="submit" kind="main" isBusy={isBusy}>
                {words.create}
              </Button>
            </>
          )}
        />
      </Allowed>
    </>
  )
}
