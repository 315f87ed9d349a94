// Puts the history of a booking together from features that do not know each other: events, the ledger, the
// mails, the notes.
import type { TimelineEntry } from '../../../contract/bookings.ts'
import { statement } from '../../kernel/db/db.ts'
import type { Reader } from '../../kernel/db/reader.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { findBooking } from './booking-store.ts'
import { mailKeys } from './notify-booking.ts'

type Entry = Omit<TimelineEntry, 'at' | 'status'> & { at: Date; status: string | null }

// Entries of the same time are in the order of their ids, without the prefixes: ids grow with time.
const select = statement<Entry>(`
  select at, kind, name, id, status from (
    select created_at as at, 'event' as kind, type as name, id,
      payload::json #>> '{data,object,status}' as status
    from events where object_id = $3 and team_id = $1 and mode = $2
    and object_id >= 'ord_' and object_id < 'ord\`'
    union all
    select l.created_at, 'transaction', l.type, l.id, null
    from wallet_lines l join wallets w on w.id = l.wallet_id
    where l.reference_id = $3 and w.team_id = $1 and w.mode = $2
    union all
    select created_at, 'email', subject, id, status from mails
    where team_id = $1 and mode = $2 and key = any($4)
    union all
    select created_at, 'note', author_name, id, null from notes
    where team_id = $1 and mode = $2 and booking_id = $3
  ) entries
  order by at, split_part(id, '_', 2)`)

export async function readTimeline(db: Reader, owner: Owner, id: string): Promise<TimelineEntry[]> {
  const booking = (await findBooking(db, owner, id)) ?? fail('booking_not_found')
  const entries = await select(db, owner.teamId, owner.mode, booking.id, mailKeys(booking))
  return entries.map(({ at, kind, name, id, status }) => ({
    at: isoTimestamp(at),
    kind,
    name,
    id,
    ...(status !== null && { status }),
  }))
}
