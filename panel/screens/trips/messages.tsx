// E-mails about the trip.
import type { TripDetail } from '../../../contract/trips.ts'
import { MailsCard } from '../../parts/sent-mails.tsx'

export function TripMessages({ of: { id } }: { of: TripDetail }) {
  return <MailsCard query={{ trip_id: id }} />
}
