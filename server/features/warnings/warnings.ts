// Finds the warnings of a team, lists them, and marks them as done or dismissed.
import { hash } from 'node:crypto'
import type { Warning, WarningKind, WarningStatus, WarningsQuery } from '../../../contract/warnings.ts'
import { WARNING_KINDS } from '../../../contract/warnings.ts'
import type { Reader } from '../../kernel/db/reader.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { ANY_TIME, dateIn, dayEnd, isoTimestamp, isWithin, timesOf } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { type Listing, NO_ITEMS, type Page, pageWithin } from '../../kernel/values/pages.ts'
import { uuidFromClientId } from '../clients/store.ts'
import type { Caller } from '../teams/caller.ts'
import { demandTeam } from '../teams/store.ts'
import { scopeOf, type World } from '../world.ts'
import {
  birthdayOn,
  birthdaysWithin,
  daysLeft,
  dueDays,
  expiresTooSoon,
  type FoundWarning,
  isNamesake,
  opensAt,
  personOf,
  type Today,
} from './rules.ts'
import * as store from './store.ts'

interface Search extends Today {
  readonly owner: Owner
  readonly tripId: string | null
}

type Find = (db: Reader, search: Search) => Promise<FoundWarning[]>

const FIND: Readonly<Record<WarningKind, Find>> = {
  departure: findDepartures,
  documents_missing: findMissingDocuments,
  passport_expiring: findExpiringPassports,
  free_cancellation_ending: findDeadlines,
  birthday: findBirthdays,
}

type TripFacts = Pick<
  Awaited<ReturnType<typeof store.departures>>[number],
  'trip_id' | 'trip_title' | 'client_id' | 'client_name' | 'created_at'
>

const ofTrip = (row: TripFacts) => ({
  trip: { id: row.trip_id, title: row.trip_title },
  clientId: row.client_id,
  clientName: row.client_name,
  dueAt: null,
  expiresOn: null,
  knownSince: row.created_at,
})

function spanOf(kind: WarningKind, search: Search): store.Span {
  const { first, last } = dueDays(kind, search)
  return { first: first.toString(), last: last.toString(), tripId: search.tripId }
}

async function findDepartures(db: Reader, search: Search): Promise<FoundWarning[]> {
  const found = await store.departures(db, search.owner, spanOf('departure', search))
  return found.map((row) => ({
    ...ofTrip(row),
    kind: 'departure',
    facts: [row.trip_id, row.starts_on],
    subject: row.trip_title,
    dueOn: row.starts_on,
  }))
}

async function findMissingDocuments(db: Reader, search: Search): Promise<FoundWarning[]> {
  const trips = await store.tripsAbroad(db, search.owner, spanOf('documents_missing', search))
  const lacking = trips.flatMap(({ travellers, passports, ...row }) =>
    travellers
      .filter((traveller) => personOf(traveller, passports) === undefined)
      .map((traveller) => ({ row, traveller })),
  )
  const passengers = await store.passengersOf(db, [...new Set(lacking.map(({ row }) => row.trip_id))])
  const showedPassport = ({ row, traveller }: (typeof lacking)[number]) =>
    passengers(row.trip_id).some(
      ({ given_name, family_name, born_on, identity_documents = [] }) =>
        isNamesake(traveller, { full_name: `${given_name} ${family_name}`, born_on }) &&
        identity_documents.some(({ type }) => type === 'passport'),
    )
  return lacking
    .filter((one) => !showedPassport(one))
    .map(({ row, traveller }) => ({
      ...ofTrip(row),
      kind: 'documents_missing',
      facts: [row.trip_id, traveller.id, row.starts_on],
      subject: traveller.full_name,
      dueOn: row.starts_on,
    }))
}

async function findExpiringPassports(db: Reader, search: Search): Promise<FoundWarning[]> {
  const trips = await store.tripsWithExpiring(db, search.owner, spanOf('passport_expiring', search))
  return trips.flatMap(({ travellers, passports, ...row }) =>
    travellers.flatMap((traveller) => {
      const passport = personOf(traveller, passports)
      if (passport === undefined || passport.expires_on === null) return []
      const { person_id, passport_id, expires_on } = passport
      if (!expiresTooSoon(expires_on, row.ends_on)) return []
      return {
        ...ofTrip(row),
        kind: 'passport_expiring' as const,
        facts: [row.trip_id, person_id, passport_id, expires_on, row.ends_on],
        subject: traveller.full_name,
        dueOn: row.starts_on,
        expiresOn: expires_on,
      }
    }),
  )
}

async function findDeadlines(db: Reader, search: Search): Promise<FoundWarning[]> {
  const { owner, now, zone, tripId } = search
  const until = dayEnd(dueDays('free_cancellation_ending', search).last, zone)
  const found = await store.cancellationDeadlines(db, owner, { from: now, until, tripId })
  return found.flatMap(({ until: dueAt, ...row }) =>
    dueAt === null
      ? []
      : {
          ...ofTrip(row),
          kind: 'free_cancellation_ending',
          facts: [row.item_id, isoTimestamp(dueAt)],
          subject: row.subject,
          dueOn: dateIn(dueAt, zone).toString(),
          dueAt,
        },
  )
}

/** No trip has birthdays. */
async function findBirthdays(db: Reader, search: Search): Promise<FoundWarning[]> {
  if (search.tripId !== null) return []
  const { first, last } = dueDays('birthday', search)
  const days = birthdaysWithin(first, last)
  const found = await store.bornOn(db, search.owner, [...days.keys()])
  return found.flatMap((row) => {
    const dueOn = birthdayOn(row.born_on, days)
    if (dueOn === undefined || dueOn <= row.born_on) return []
    return {
      kind: 'birthday',
      facts: [row.person_id, dueOn],
      trip: null,
      clientId: row.client_id,
      clientName: row.client_name,
      subject: row.full_name,
      dueOn,
      dueAt: null,
      expiresOn: null,
      knownSince: row.created_at,
    }
  })
}

const ID_DIGITS = 24

function idOf({ teamId, mode }: Owner, { kind, facts }: FoundWarning): string {
  return `wrn_${hash('sha256', [teamId, mode, kind, ...facts].join(' '), 'hex').slice(0, ID_DIGITS)}`
}

/** All warnings, or those of one kind or trip, the most urgent first. */
export async function findWarnings(
  db: Reader,
  search: Search,
  kinds: readonly WarningKind[] = WARNING_KINDS,
): Promise<Warning[]> {
  const found = new Map<string, FoundWarning>()
  for (const kind of kinds)
    for (const warning of await FIND[kind](db, search)) found.set(idOf(search.owner, warning), warning)
  const marks = await store.marksOf(db, search.owner, [...found.keys()])
  const days = daysOf(search)
  return [...found]
    .map(([id, warning]) => viewOf(id, warning, marks.get(id), days(warning)))
    .toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
}

function orderOf({ due_on, id }: Warning): string {
  return `${due_on} ${id}`
}

interface Days {
  readonly opens: Date
  readonly left: number
}

/** Computed once for each day, as thousands of warnings are due on few days. */
function daysOf(today: Today): (warning: FoundWarning) => Days {
  const known = new Map<string, Days>()
  return ({ kind, dueOn }) => {
    const key = `${kind} ${dueOn}`
    const days = known.get(key) ?? { opens: opensAt(kind, dueOn, today.zone), left: daysLeft(dueOn, today) }
    known.set(key, days)
    return days
  }
}

function viewOf(id: string, warning: FoundWarning, mark: store.MarkRow | undefined, days: Days): Warning {
  const { kind, trip, clientId, clientName, subject, dueOn, dueAt, expiresOn, knownSince } = warning
  const since = isoTimestamp(days.opens > knownSince ? days.opens : knownSince)
  return {
    id,
    kind,
    trip_id: trip?.id ?? null,
    trip_title: trip?.title ?? null,
    client_id: clientId,
    client_name: clientName,
    subject,
    due_on: dueOn,
    due_at: dueAt && isoTimestamp(dueAt),
    expires_on: expiresOn,
    days_left: days.left,
    status: mark?.status ?? 'open',
    created_at: since,
    updated_at: mark === undefined ? since : isoTimestamp(mark.marked_at),
  }
}

export async function readWarnings(
  world: World,
  { owner, team: { time_zone: zone } }: Caller,
  query: WarningsQuery,
  page: Page,
): Promise<Listing<Warning>> {
  const { kind, trip_id: tripId = null, client_id, status = 'open' } = query
  const clientId = client_id === undefined ? undefined : uuidFromClientId(client_id)
  if (clientId === null) return NO_ITEMS
  const times = timesOf(query, zone)
  const { clock } = await scopeOf(world, owner)
  const search = { owner, tripId, now: clock.now(), zone }
  const found = await findWarnings(readerOf(world), search, kind && [kind])
  const wanted = found.filter(
    (warning) =>
      warning.status === status &&
      (clientId === undefined || warning.client_id === clientId) &&
      (times === ANY_TIME || isWithin(momentsOf(warning), times)),
  )
  return pageWithin(wanted, page, orderOf, 'asc')
}

function momentsOf({ created_at, updated_at }: Warning) {
  return { created_at: new Date(created_at), updated_at: new Date(updated_at) }
}

/** Marks a warning, or opens it again. */
export async function markWarning(
  world: World,
  scope: Scope,
  id: string,
  status: WarningStatus,
): Promise<Warning> {
  return transaction(world, scope, async (tx) => {
    const { time_zone: zone } = await demandTeam(tx, tx.owner.teamId)
    const found = await findWarnings(tx, { owner: tx.owner, tripId: null, now: tx.now, zone })
    const before = found.find((warning) => warning.id === id) ?? fail('warning_not_found')
    if (before.status === status) return before
    await store.storeMark(tx, id, status)
    record(tx, {
      topic: 'records',
      object: 'warning',
      objectId: id,
      about: before.trip_id ?? before.client_id,
      before: { kind: before.kind, status: before.status },
      after: { kind: before.kind, status },
    })
    return { ...before, status, updated_at: isoTimestamp(tx.now) }
  })
}
