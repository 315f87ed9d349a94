// The trip that a booking joins: one of the client's, a new one, or none.
import { useEffect } from 'react'
import type { CurrentOffer } from '../../../contract/flights.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { Card } from '../../parts/card.tsx'
import type { useApiForm } from '../../parts/form.tsx'
import { Select } from '../../parts/select.tsx'
import { useWords } from '../../words/language.tsx'
import { tripWords } from '../../words/trips.ts'
import { NEW_TRIP, type TravellersForm } from './travellers.ts'

interface TripChoiceProps {
  readonly form: ReturnType<typeof useApiForm<TravellersForm>>
  readonly offer: CurrentOffer
  /** The quoted flight that the search began with; '' if none. */
  readonly tripItem: string
}

const TRIPS_SHOWN = 20

export function TripChoice({ form, offer, tripItem }: TripChoiceProps) {
  const words = useWords(tripWords)
  const [mayRead, mayWrite] = [usePermission('trips.read'), usePermission('trips.write')]
  const chosen = form.watch('trip')
  const isOne = chosen !== '' && chosen !== NEW_TRIP
  const { data: trip } = useRead('trips.read', { params: { id: chosen } }, { isEnabled: mayRead && isOne })
  const clientId = form.watch('client')?.id ?? trip?.client_id ?? offer.pricing.client_id ?? ''
  const query = { client_id: clientId, status: 'planned' as const, limit: TRIPS_SHOWN }
  const { data } = useRead('trips.list', { query }, { isEnabled: mayRead && clientId !== '' })
  const isOther = trip !== undefined && clientId !== trip.client_id
  // A trip belongs to one client: another client leaves it.
  useEffect(() => {
    if (isOther) form.setValue('trip', '')
  }, [isOther, form.setValue])
  if (!mayRead || !mayWrite) return null
  const trips = data?.items ?? []
  const all = trip === undefined || trips.some(({ id }) => id === trip.id) ? trips : [trip, ...trips]
  return (
    <Card title={words.joins} sub={tripItem !== '' && isOne ? words.takesPlace : words.joinsHint}>
      <Select
        label={words.joins}
        hidesLabel
        none={words.joinsNone}
        choices={[
          { value: NEW_TRIP, label: words.joinsNew },
          ...all.map(({ id, number, title }) => ({ value: id, label: `${number} · ${title}` })),
        ]}
        {...form.field('trip')}
      />
    </Card>
  )
}
