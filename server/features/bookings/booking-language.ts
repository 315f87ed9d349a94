// In which language the client of a booking reads of it: that which the booking asks for, else their own, else the
// agency's. Mails and receipts agree on it.
import { LANGUAGES, type TeamLanguage } from '../../../contract/team-profile.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { ownerOfRow } from '../../kernel/outbox/owner.ts'
import { languageFor } from '../../render/words/page-words.ts'
import { clientOf } from '../clients/client-store.ts'
import type { Team } from '../teams/team-store.ts'
import type { BookingWithClient } from './booking-store.ts'
import { contentOf } from './booking-view.ts'

export async function bookingLanguage(
  db: Queryable,
  booking: BookingWithClient,
  team: Team,
): Promise<TeamLanguage> {
  const asked = LANGUAGES.find((language) => language === contentOf(booking).metadata.language)
  return asked ?? languageFor(await clientOf(db, ownerOfRow(booking), booking), team)
}
