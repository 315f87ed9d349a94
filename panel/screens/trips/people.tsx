// Who pays and who travels.
import type { TripDetail } from '../../../contract/trips.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../kit/paths.ts'
import { Card } from '../../parts/card.tsx'
import { ButtonLink, Link } from '../../parts/link.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import css from './trips.module.css'
import { tripsWords } from './words.ts'

export function People({ of: trip }: { of: TripDetail }) {
  const words = useWords(tripsWords)
  const formats = useFormats()
  const [mayWrite, seesClients] = [usePermission('trips.write'), usePermission('clients.read')]
  const name = (text: string, clientId: string | null) =>
    clientId !== null && seesClients ? <Link to={PATHS.client(clientId)}>{text}</Link> : text
  return (
    <Card
      title={words.people}
      action={
        mayWrite && (
          <ButtonLink to={PATHS.editTrip(trip.id)} isSmall>
            {words.editTravellers}
          </ButtonLink>
        )
      }
    >
      <ul className={css.people}>
        <li>
          <span>{name(trip.client.full_name, trip.client_id)}</span>
          <small className="quiet">{words.pays}</small>
        </li>
        {trip.travellers.map(({ id, full_name: fullName, born_on: born, client_id: clientId }) => (
          <li key={id}>
            <span>{name(fullName, clientId)}</span>
            <small className="quiet">{born === null ? words.travels : words.born(formats.date(born))}</small>
          </li>
        ))}
      </ul>
      {trip.travellers.length === 0 && <p className="quiet">{words.noTravellers}</p>}
    </Card>
  )
}
