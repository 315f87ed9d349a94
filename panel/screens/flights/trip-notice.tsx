// The trip that a search is for: the booking will join it.
import luggage from 'icon:luggage'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../kit/paths.ts'
import { Button } from '../../parts/button.tsx'
import css from '../../parts/form-notices.module.css'
import { Icon } from '../../parts/icon.tsx'
import { Link } from '../../parts/link.tsx'
import { useWords } from '../../words/language.tsx'
import { tripWords } from '../../words/trips.ts'

interface TripNoticeProps {
  readonly id: string
  readonly takesPlace: boolean
  readonly onLeave: () => void
}

export function TripNotice({ id, takesPlace, onLeave }: TripNoticeProps) {
  const words = useWords(tripWords)
  const { data: trip } = useRead('trips.read', { params: { id } }, { isEnabled: usePermission('trips.read') })
  if (trip === undefined) return null
  return (
    <div className={css.restored} role="status">
      <Icon of={luggage} size={16} />
      <p>
        <Link to={PATHS.trip(id)}>{words.joining(trip.number, trip.title)}</Link>
        {takesPlace && <> {words.takesPlace}</>}
      </p>
      <Button isSmall onClick={onLeave}>
        {words.leaveTrip}
      </Button>
    </div>
  )
}
