// The SQL of warnings: one statement for each kind, and what people did about them.
import type { WarningStatus } from '../../../contract/warnings.ts'
import { type Queryable, statement, textList } from '../../kernel/db/db.ts'
import type { Reader } from '../../kernel/db/reader.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { statesThat } from '../../kernel/values/state-table.ts'
import { decryptPassengers } from '../bookings/passengers.ts'
import { BOOKING_MOVES, isCancelled } from '../bookings/states.ts'
import type { StoredTraveller } from '../trips/store.ts'

/** Days, both included; of one trip if it is named. */
export interface Span {
  readonly first: string
  readonly last: string
  readonly tripId: string | null
}

interface TripRow {
  trip_id: string
  trip_title: string
  client_id: string
  client_name: string
  starts_on: string
  created_at: Date
}

const TRIP = `t.id as trip_id, t.title as trip_title, t.client_id, c.full_name as client_name, t.created_at`
/** A day that the condition makes sure of. */
const STARTS_ON = `to_char(t.starts_on, 'YYYY-MM-DD') as starts_on`
const TRIPS = `trips t join clients c on c.id = t.client_id`
const LEAVING = `t.team_id = $1 and t.mode = $2 and t.starts_on between $3 and $4 and not t.cancelled
  and ($5::text is null or t.id = $5)`

const selectDepartures = statement<TripRow>(`
  select ${TRIP}, ${STARTS_ON} from ${TRIPS} where ${LEAVING}`)

export async function departures(
  db: Queryable,
  { teamId, mode }: Owner,
  { first, last, tripId }: Span,
): Promise<TripRow[]> {
  return selectDepartures(db, teamId, mode, first, last, tripId)
}

type DeadlineRow = Omit<TripRow, 'starts_on'> & {
  item_id: string
  subject: string
  until: Date | null
}

const selectDeadlines = statement<DeadlineRow>(`
  select ${TRIP}, i.id as item_id, coalesce(i.description, i.place, i.supplier_name, t.title) as subject,
    i.free_cancellation_until as until
  from trip_items i join trips t on t.id = i.trip_id join clients c on c.id = t.client_id
  where i.team_id = $1 and i.mode = $2 and i.free_cancellation_until >= $3 and i.free_cancellation_until < $4
    and i.status <> 'cancelled' and ($5::text is null or i.trip_id = $5)`)

/** Items whose free cancellation ends from one moment on and before another. */
export async function cancellationDeadlines(
  db: Queryable,
  { teamId, mode }: Owner,
  { from, until, tripId }: { readonly from: Date; readonly until: Date; readonly tripId: string | null },
): Promise<DeadlineRow[]> {
  return selectDeadlines(db, teamId, mode, from, until, tripId)
}

/** The passport of a client or companion that expires last. */
export interface Passport {
  readonly person_id: string
  /** Clients that were merged into the person; trips may name them still. */
  readonly merged_ids: readonly string[]
  readonly full_name: string
  readonly born_on: string | null
  readonly passport_id: string
  /** Null if the file does not say it. */
  readonly expires_on: string | null
}

/**
 * Of the client, of the companions, and of other clients that the trip names. A companion who is a client too has the
 * passport of either file.
 */
const PASSPORTS = `
  select p.id::text as person_id, array(select m.id::text from clients m where m.merged_into_id = p.id) as merged_ids,
    p.full_name, p.born_on, p.passport_id, p.passport_expires_on as expires_on
  from clients p
  where p.passport_id is not null and p.id = any(array(
    select t.client_id
    union select coalesce(named.merged_into_id, named.id) from jsonb_array_elements(t.travellers) one
      join clients named on named.id = (one ->> 'client_id')::uuid))
  union all
  select k.id, '{}', k.given_name || ' ' || k.family_name, k.born_on, coalesce(k.passport_id, own.passport_id),
    case when k.passport_id is null then own.passport_expires_on else k.passport_expires_on end
  from client_companions k left join clients own on own.id = k.linked_client_id
  where k.client_id = t.client_id and coalesce(k.passport_id, own.passport_id) is not null`

type AbroadRow = TripRow & { ends_on: string; travellers: StoredTraveller[]; passports: Passport[] }

const ABROAD = `
  select ${TRIP}, ${STARTS_ON}, to_char(t.ends_on, 'YYYY-MM-DD') as ends_on, t.travellers,
    (select coalesce(jsonb_agg(p), '[]') from (${PASSPORTS}) p) as passports
  from ${TRIPS} where ${LEAVING} and t.is_international`
const selectAbroad = statement<AbroadRow>(ABROAD)
const selectExpiring = statement<AbroadRow>(`${ABROAD} and exists (
  select from (${PASSPORTS}) p where p.expires_on < t.ends_on + interval '6 months')`)

/** International trips with the passports of those who may travel. */
export async function tripsAbroad(
  db: Queryable,
  { teamId, mode }: Owner,
  { first, last, tripId }: Span,
): Promise<AbroadRow[]> {
  return selectAbroad(db, teamId, mode, first, last, tripId)
}

/** Those on which a passport expires sooner than six months after the return. */
export async function tripsWithExpiring(
  db: Queryable,
  { teamId, mode }: Owner,
  { first, last, tripId }: Span,
): Promise<AbroadRow[]> {
  return selectExpiring(db, teamId, mode, first, last, tripId)
}

interface PassengersRow {
  id: string
  trip_id: string | null
  passengers: Buffer
}

const selectPassengers = statement<PassengersRow>(`
  select id, trip_id, passengers from bookings
  where trip_id = any($1) and status not in ${textList(statesThat(BOOKING_MOVES, isCancelled))}`)

interface Passenger {
  readonly given_name: string
  readonly family_name: string
  readonly born_on: string
  readonly identity_documents?: readonly { readonly type: string }[]
}

/** The passengers in bookings of these trips, by trip. */
export async function passengersOf(
  db: Reader,
  tripIds: readonly string[],
): Promise<(tripId: string) => Passenger[]> {
  const byTrip = new Map<string | null, Passenger[]>()
  for (const row of tripIds.length === 0 ? [] : await selectPassengers(db, tripIds)) {
    const passengers: Passenger[] = JSON.parse(decryptPassengers(db.secretBox, row))
    byTrip.set(row.trip_id, [...(byTrip.get(row.trip_id) ?? []), ...passengers])
  }
  return (tripId) => byTrip.get(tripId) ?? []
}

interface BirthdayRow {
  person_id: string
  client_id: string
  client_name: string
  full_name: string
  born_on: string
  created_at: Date
}

/** As the indexes have it. */
const MONTH_DAY = (table: string) =>
  `(extract(month from ${table}.born_on) * 100 + extract(day from ${table}.born_on))::int = any($3)`

const selectBirthdays = statement<BirthdayRow>(`
  select c.id::text as person_id, c.id as client_id, c.full_name as client_name, c.full_name, c.born_on, c.created_at
  from clients c
  where c.team_id = $1 and c.mode = $2 and ${MONTH_DAY('c')} and c.is_active and c.merged_into_id is null
  union all
  select k.id, k.client_id, c.full_name, k.given_name || ' ' || k.family_name, k.born_on, k.created_at
  from client_companions k join clients c on c.id = k.client_id left join clients own on own.id = k.linked_client_id
  where k.team_id = $1 and k.mode = $2 and ${MONTH_DAY('k')} and c.is_active and own.born_on is null`)

/** Clients and companions born on these days of the year. A companion who is a client with a birthday counts once. */
export async function bornOn(
  db: Queryable,
  { teamId, mode }: Owner,
  monthDays: readonly number[],
): Promise<BirthdayRow[]> {
  return selectBirthdays(db, teamId, mode, monthDays)
}

// What people did.

export interface MarkRow {
  warning_id: string
  status: WarningStatus
  marked_at: Date
}

const selectMarks = statement<MarkRow>(`
  select warning_id, status, marked_at from warning_marks
  where team_id = $1 and mode = $2 and warning_id = any($3)`)

/** By the id of the warning; one that nobody has marked is missing. */
export async function marksOf(
  db: Queryable,
  { teamId, mode }: Owner,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MarkRow>> {
  const marks = ids.length === 0 ? [] : await selectMarks(db, teamId, mode, ids)
  return new Map(marks.map((mark) => [mark.warning_id, mark]))
}

const upsertMark = statement(`
  insert into warning_marks (team_id, mode, warning_id, status, marked_by, marked_at) values ($1, $2, $3, $4, $5, $6)
  on conflict (team_id, mode, warning_id) do update
  set status = excluded.status, marked_by = excluded.marked_by, marked_at = excluded.marked_at`)

export async function storeMark(tx: Tx, id: string, status: WarningStatus): Promise<void> {
  const { teamId, mode } = tx.owner
  await upsertMark(tx, teamId, mode, id, status, tx.by.id, tx.now)
}

// Daily mails.

const insertNamed = statement(`
  insert into warning_mails (mail_id, about_id) select $1, about_id from unnest($2::text[]) as about (about_id)`)

/** Which clients and trips a mail names. */
export async function recordNamed(tx: Tx, mailId: string, aboutIds: readonly string[]): Promise<void> {
  await insertNamed(tx, mailId, [...new Set(aboutIds)])
}

const selectNaming = statement<{ mail_id: string }>(`
  select distinct mail_id from warning_mails where about_id = any($1)`)

/** The daily mails that name one of these clients or trips. */
export async function mailsOfWarnings(db: Queryable, aboutIds: readonly string[]): Promise<string[]> {
  return (await selectNaming(db, aboutIds)).map(({ mail_id }) => mail_id)
}
