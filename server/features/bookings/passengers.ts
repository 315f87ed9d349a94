// Who travels on a booking: exactly the travellers of its offer, each with what a carrier needs to know, of the right
// age, infants on the lap of an adult, and with a passport where a border is crossed.
import type { BookingPassenger, BookingWarning } from '../../../contract/bookings.ts'
import type { PassengerType } from '../../../contract/flights.ts'
import { parseDate } from '../../kernel/values/dates.ts'
import { type PassengerFields, readFields, type Trip } from './passenger-fields.ts'
import type { Fault, Notes } from './read-fields.ts'

export interface OfferTraveller {
  id: string
  type: PassengerType
}

export type PassengerFault = Fault

export type ReadPassengers =
  /** In the offer's order. */
  | { outcome: 'right'; passengers: BookingPassenger[]; warnings: BookingWarning[] }
  | { outcome: 'invalid passenger data'; faults: PassengerFault[] }
  /** Nothing else is wrong. */
  | { outcome: 'passport required'; faults: PassengerFault[] }

/** One entry of the list that was sent; without a type it is nobody of the offer, or somebody a second time. */
interface Sent {
  path: string
  fields: PassengerFields
  type: PassengerType | undefined
}

const FAULTS_MAX = 20

const AGES: Readonly<Record<PassengerType, { from: number; to: number; words: string }>> = {
  adult: { from: 12, to: Number.POSITIVE_INFINITY, words: '12 years or older' },
  child: { from: 2, to: 11, words: '2 to 11 years old' },
  infant_without_seat: { from: 0, to: 1, words: 'under 2 years old' },
}

export function readPassengers(
  input: unknown,
  travellers: readonly OfferTraveller[],
  trip: Trip,
): ReadPassengers {
  const notes: Notes = { faults: [], warnings: [] }
  const sent = readEntries(notes, input, travellers, trip)
  checkInfants(notes, sent)
  if (notes.faults.length > 0) return refusal('invalid passenger data', notes.faults)
  const lacking = trip.international ? sent.filter(({ fields }) => !hasPassport(fields)) : []
  const issue = 'must have a passport, because the trip is international'
  if (lacking.length > 0) {
    const faults = lacking.map(({ path }) => ({ field: `${path}.identity_documents`, issue }))
    return refusal('passport required', faults)
  }
  const byId = new Map(sent.map(({ fields }) => [fields.id, fields]))
  const passengers = travellers.map(({ id, type }) => ({ ...byId.get(id)!, type }))
  return { outcome: 'right', passengers, warnings: notes.warnings }
}

function refusal(outcome: 'invalid passenger data' | 'passport required', faults: PassengerFault[]) {
  return { outcome, faults: faults.slice(0, FAULTS_MAX) }
}

function readEntries(
  notes: Notes,
  input: unknown,
  travellers: readonly OfferTraveller[],
  trip: Trip,
): Sent[] {
  if (!Array.isArray(input)) {
    const issue = input === undefined ? 'is required' : 'must be a list of passengers'
    notes.faults.push({ field: 'passengers', issue })
    return []
  }
  const types = new Map(travellers.map(({ id, type }) => [id, type]))
  const missing = new Set(types.keys())
  const sent: Sent[] = []
  for (const [index, entry] of input.entries()) {
    // Stops after enough faults, so that a huge list is not read to its end.
    if (notes.faults.length >= FAULTS_MAX) return sent
    const path = `passengers.${index}`
    const before = notes.faults.length
    const fields = readFields(notes, entry, path, trip)
    const isNew = missing.delete(fields.id)
    const type = isNew ? types.get(fields.id) : undefined
    sent.push({ path, fields, type })
    if (type !== undefined) checkAge(notes, path, fields, type, trip)
    else if (!hasFaultAt(notes.faults.slice(before), path)) {
      const issue = types.has(fields.id) ? 'was given already' : 'is no passenger of this offer'
      notes.faults.push({ field: `${path}.id`, issue })
    }
  }
  for (const id of missing) notes.faults.push({ field: 'passengers', issue: `lacks ${id} of the offer` })
  return sent
}

/** Without a readable id nothing can be said about whose it is. */
function hasFaultAt(faults: readonly Fault[], path: string): boolean {
  return faults.some(({ field }) => field === path || field === `${path}.id`)
}

function checkAge(
  { faults }: Notes,
  path: string,
  { born_on }: PassengerFields,
  type: PassengerType,
  { lastDeparture }: Trip,
): void {
  const bornOn = parseDate(born_on)
  const field = `${path}.born_on`
  if (bornOn === null || faults.some((fault) => fault.field === field)) return
  const years = ageOn(lastDeparture, bornOn)
  const { from, to, words } = AGES[type]
  if (years >= from && years <= to) return
  faults.push({ field, issue: `must fit ${type}: ${words} at the last flight (${lastDeparture})` })
}

/** Whoever was born on 29 February has a birthday on 1 March in other years. */
function ageOn(day: Temporal.PlainDate, bornOn: Temporal.PlainDate): number {
  const hadBirthday = day.month > bornOn.month || (day.month === bornOn.month && day.day >= bornOn.day)
  return day.year - bornOn.year - (hadBirthday ? 0 : 1)
}

function checkInfants({ faults }: Notes, sent: readonly Sent[]): void {
  const infants = new Set(
    sent.filter(({ type }) => type === 'infant_without_seat').map(({ fields }) => fields.id),
  )
  const named = new Set<string>()
  for (const { path, fields, type } of sent) {
    const id = fields.infant_passenger_id
    if (id === null || type === undefined) continue
    const field = `${path}.infant_passenger_id`
    if (type !== 'adult') faults.push({ field, issue: 'may be given for an adult only' })
    else if (!infants.has(id)) faults.push({ field, issue: 'must be an infant_without_seat of this offer' })
    else if (named.has(id)) faults.push({ field, issue: 'is with another adult already' })
    named.add(id)
  }
  for (const { path, fields, type } of sent) {
    if (type !== 'infant_without_seat' || named.has(fields.id)) continue
    faults.push({ field: `${path}.id`, issue: 'must be the infant_passenger_id of an adult' })
  }
}

function hasPassport({ identity_documents }: PassengerFields): boolean {
  return identity_documents.some(({ type }) => type === 'passport')
}
