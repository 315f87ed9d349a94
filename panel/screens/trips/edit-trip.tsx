// Edits title, client, travellers and seller of a trip.
import { navigate } from '../../api/navigation.ts'
import { useChange } from '../../api/use-change.ts'
import { PATHS } from '../../logic/paths.ts'
import { Allowed } from '../../parts/allowed.tsx'
import { Button } from '../../parts/button.tsx'
import { Detail, type DetailOf } from '../../parts/detail.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { toast } from '../../parts/toast.tsx'
import { edited } from '../../parts/use-conflict.ts'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { draftOfTrip, tripBody } from './trip-draft.ts'
import { TripForm } from './trip-form.tsx'
import { tripScreenWords } from './words.ts'

export const Screen = () => <Detail by="trips.read" list="trips" as={EditTrip} />

function EditTrip({ of: trip }: DetailOf<'trips.read'>) {
  const words = useWords(tripScreenWords)
  const parts = useWords(partWords)
  const to = PATHS.trip(trip.id)
  const update = useChange('trips.update', {
    refreshes: ['trips', 'clients'],
    onDone: () => {
      toast({ text: words.saved })
      void navigate(to)
    },
  })
  const isClientFixed = trip.items.some(
    ({ booking_id: booking, invoice_ids: invoices }) => booking !== null || invoices.length > 0,
  )
  const send = (draft: ReturnType<typeof draftOfTrip>, ifMatch: string | undefined) => {
    const { client_id, seller_id, ...rest } = tripBody(draft)
    const body = {
      ...rest,
      ...(client_id !== trip.client_id && { client_id }),
      ...(seller_id !== trip.seller?.id && { seller_id }),
    }
    return update.mutateAsync({ params: { id: trip.id }, body, ifMatch })
  }
  return (
    <>
      <PageHead title={words.editTitle} back={{ to, name: trip.title }} />
      <Allowed to="trips.write" isPage>
        <TripForm
          values={draftOfTrip(trip)}
          draft={`trip.${trip.id}`}
          edits={edited(trip, draftOfTrip)}
          isClientFixed={isClientFixed}
          send={send}
          buttons={(isBusy) => (
            <>
              <ButtonLink to={to}>{parts.cancel}</ButtonLink>
              <Button type="submit" kind="main" isBusy={isBusy}>
                {parts.save}
              </Button>
            </>
          )}
        />
      </Allowed>
    </>
  )
}
