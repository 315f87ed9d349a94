// Pure rules of warnings: when each kind is due, whom a traveller stands for, and on which days birthdays are.
import type { WarningKind } from '../../../contract/warnings.ts'
import { dateIn, dayStart } from '../../kernel/values/dates.ts'
import { foldText } from '../../kernel/values/text.ts'

/** For how many days before it is due a warning is listed. */
export const DAYS_BEFORE: Readonly<Record<WarningKind, number>> = {
  departure: 7,
  documents_missing: 15,
  passport_expiring: 180,
  free_cancellation_ending: 3,
  birthday: 7,
}

/** A passport must be valid for so long after the return. */
const PASSPORT_MONTHS = 6

/** What is true now, whatever people did about it. */
export interface FoundWarning {
  readonly kind: WarningKind
  /** Its facts: a warning whose facts change is another one. */
  readonly facts: readonly string[]
  readonly trip: { readonly id: string; readonly title: string } | null
  readonly clientId: string
  readonly clientName: string
  readonly subject: string
  readonly dueOn: string
  readonly dueAt: Date | null
  readonly expiresOn: string | null
  /** When its facts were known at the latest. */
  readonly knownSince: Date
}

/** A moment, and the zone in which it is a day. */
export interface Today {
  readonly now: Date
  readonly zone: string
}

/** The days on which a warning of this kind may be due, both included. */
export function dueDays(kind: WarningKind, { now, zone }: Today) {
  const first = dateIn(now, zone)
  return { first, last: first.add({ days: DAYS_BEFORE[kind] }) }
}

export function daysLeft(dueOn: string, { now, zone }: Today): number {
  return dateIn(now, zone).until(dueOn, { largestUnit: 'day' }).days
}

/** The moment from which on a warning of this kind may be listed. */
export function opensAt(kind: WarningKind, dueOn: string, zone: string): Date {
  return dayStart(Temporal.PlainDate.from(dueOn).subtract({ days: DAYS_BEFORE[kind] }), zone)
}

/** Month and day as one number, as the index has it: 1224 is 24 December. */
function monthDay({ month, day }: Temporal.PlainDate): number {
  return month * 100 + day
}

/** The day of each birthday within these days, by month and day. In common years 29 February is the day before March. */
export function birthdaysWithin(first: Temporal.PlainDate, last: Temporal.PlainDate): Map<number, string> {
  const days = new Map<number, string>()
  for (let day = first; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    days.set(monthDay(day), day.toString())
    if (monthDay(day) === LAST_OF_FEBRUARY && !day.inLeapYear) days.set(LEAP_DAY, day.toString())
  }
  return days
}

const LAST_OF_FEBRUARY = 228
const LEAP_DAY = 229

export function birthdayOn(bornOn: string, days: ReadonlyMap<number, string>): string | undefined {
  return days.get(monthDay(Temporal.PlainDate.from(bornOn)))
}

/** Whether a passport expires sooner than six months after the return. */
export function expiresTooSoon(expiresOn: string, returnOn: string): boolean {
  return (
    Temporal.PlainDate.compare(
      expiresOn,
      Temporal.PlainDate.from(returnOn).add({ months: PASSPORT_MONTHS }),
    ) < 0
  )
}

interface Named {
  readonly full_name: string
  readonly born_on: string | null
}

type Traveller = Named & { readonly client_id: string | null; readonly companion_id: string | null }

/** A client or a companion. */
type FilePerson = Named & { readonly person_id: string; readonly merged_ids: readonly string[] }

/** Whose file is the traveller's: by id if the trip knows it, or else by name and date of birth. */
export function personOf<Person extends FilePerson>(
  traveller: Traveller,
  people: readonly Person[],
): Person | undefined {
  const id = traveller.companion_id ?? traveller.client_id
  const known =
    id === null
      ? undefined
      : people.find(({ person_id, merged_ids }) => person_id === id || merged_ids.includes(id))
  return known ?? people.find((person) => isNamesake(traveller, person))
}

/** The same name, and no other date of birth. */
export function isNamesake(one: Named, other: Named): boolean {
  if (foldText(one.full_name) !== foldText(other.full_name)) return false
  return one.born_on === null || other.born_on === null || one.born_on === other.born_on
}
