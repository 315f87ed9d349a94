// The form values of an item, and their conversion to the request. Each kind of item has only the fields that fit.
import type {
  Collector,
  TripItem,
  TripItemInput,
  TripItemKind,
  TripItemStatus,
} from '../../../contract/trips.ts'
import { isDay } from '../../logic/calendar-days.ts'
import { parseRate, rateAsTyped } from '../../logic/exchange.ts'
import { sumOf } from '../../logic/money.ts'
import { dayAndTime, isTime, localParts, momentIn, partsIn } from '../../logic/zones.ts'

export interface SegmentDraft {
  flight_number: string
  origin: string
  destination: string
  departs_day: string
  departs_time: string
  arrives_day: string
  arrives_time: string
}

export interface ItemDraft {
  status: TripItemStatus
  description: string
  supplier_name: string
  supplier_phone: string
  place: string
  unit: string
  meal_plan: string
  confirmation_number: string
  instructions: string
  notes: string
  starts_day: string
  starts_time: string
  starts_zone: string
  ends_day: string
  ends_time: string
  ends_zone: string
  traveller_ids: string[]
  free_day: string
  free_time: string
  airline: string
  segments: SegmentDraft[]
  currency: string
  exchange_rate: string
  price_amount: string
  cost_amount: string
  collected_by: Collector
  seller_id: string
}

/** What a kind of item has beyond description, supplier, number, price and notes. */
export type ItemField =
  | 'flights'
  | 'starts'
  | 'starts_time'
  | 'ends'
  | 'ends_time'
  | 'ends_zone'
  | 'place'
  | 'unit'
  | 'meal_plan'
  | 'supplier'
  | 'supplier_phone'
  | 'instructions'
  | 'free'

const STAY = ['starts', 'starts_time', 'ends', 'ends_time', 'place', 'supplier', 'free'] as const
const ON_SITE = ['supplier_phone', 'instructions'] as const

export const FIELDS: Readonly<Record<TripItemKind, readonly ItemField[]>> = {
  flight: ['flights', 'supplier', 'free', 'instructions'],
  lodging: [...STAY, ...ON_SITE, 'unit', 'meal_plan'],
  package: ['starts', 'ends', 'place', 'supplier', 'free', ...ON_SITE, 'meal_plan'],
  insurance: ['starts', 'ends', 'place', 'supplier', ...ON_SITE],
  car: [...STAY, ...ON_SITE, 'ends_zone', 'unit'],
  transfer: ['starts', 'starts_time', 'place', 'supplier', 'free', ...ON_SITE, 'unit'],
  cruise: [...STAY, ...ON_SITE, 'ends_zone', 'unit', 'meal_plan'],
  tour: ['starts', 'starts_time', 'ends', 'ends_time', 'place', 'supplier', 'free', ...ON_SITE],
  service: ['starts', 'starts_time', 'place', 'supplier', 'free', ...ON_SITE],
  fee: [],
}

export const EMPTY_SEGMENT: SegmentDraft = {
  flight_number: '',
  origin: '',
  destination: '',
  departs_day: '',
  departs_time: '',
  arrives_day: '',
  arrives_time: '',
}

export function emptyItem(kind: TripItemKind): ItemDraft {
  return {
    status: 'quoted',
    description: '',
    supplier_name: '',
    supplier_phone: '',
    place: '',
    unit: '',
    meal_plan: '',
    confirmation_number: '',
    instructions: '',
    notes: '',
    starts_day: '',
    starts_time: '',
    starts_zone: '',
    ends_day: '',
    ends_time: '',
    ends_zone: '',
    traveller_ids: [],
    free_day: '',
    free_time: '',
    airline: '',
    segments: kind === 'flight' ? [EMPTY_SEGMENT] : [],
    currency: 'BRL',
    exchange_rate: '',
    price_amount: '',
    cost_amount: '',
    collected_by: 'agency',
    seller_id: '',
  }
}

export function draftOfItem(item: TripItem, timeZone: string, locale: string): ItemDraft {
  const [start, end] = [localParts(item.starts_at), localParts(item.ends_at)]
  const free = item.free_cancellation_until
  const until = free === null ? { day: '', time: '' } : partsIn(free, timeZone)
  return {
    ...emptyItem(item.kind),
    status: item.status,
    description: item.description ?? '',
    supplier_name: item.supplier_name ?? '',
    supplier_phone: item.supplier_phone ?? '',
    place: item.place ?? '',
    unit: item.unit ?? '',
    meal_plan: item.meal_plan ?? '',
    confirmation_number: item.confirmation_number ?? '',
    instructions: item.instructions ?? '',
    notes: item.notes ?? '',
    starts_day: start.day,
    starts_time: start.time,
    starts_zone: item.starts_zone ?? '',
    ends_day: end.day,
    ends_time: end.time,
    ends_zone: item.ends_zone ?? '',
    traveller_ids: [...item.traveller_ids],
    free_day: until.day,
    free_time: until.time,
    airline: item.flight?.airline ?? '',
    ...(item.flight !== null && { segments: item.flight.segments.map(segmentDraft) }),
    currency: item.currency,
    exchange_rate: rateAsTyped(item.exchange_rate, locale),
    price_amount: amountText(item.price_amount),
    cost_amount: amountText(item.cost_amount),
    collected_by: item.collected_by,
    seller_id: item.seller_id ?? '',
  }
}

function amountText(amount: number | null): string {
  return amount === null || amount === 0 ? '' : sumOf([amount])
}

export function segmentDraft(segment: {
  flight_number: string
  origin: string
  destination: string
  departing_at: string
  arriving_at: string
}): SegmentDraft {
  const [from, until] = [localParts(segment.departing_at), localParts(segment.arriving_at)]
  return {
    flight_number: segment.flight_number,
    origin: segment.origin,
    destination: segment.destination,
    departs_day: from.day,
    departs_time: from.time,
    arrives_day: until.day,
    arrives_time: until.time,
  }
}

export type ItemFault = 'required' | 'day' | 'time' | 'order' | 'rate' | 'code' | 'someSegment'

const AIRPORT = /^[A-Z]{3}$/

/** Errors by form field, only of fields that this kind of item has. */
export function itemFaults(kind: TripItemKind, draft: ItemDraft): Map<string, ItemFault> {
  const faults = new Map<string, ItemFault>()
  const has = (field: ItemField) => FIELDS[kind].includes(field)
  const needsDay = (field: string, day: string) => day !== '' && !isDay(day) && faults.set(field, 'day')
  const needsTime = (field: string, time: string) => time !== '' && !isTime(time) && faults.set(field, 'time')
  if (!has('flights') && draft.description.trim() === '') faults.set('description', 'required')
  if (has('flights'))
    for (const [index, segment] of writtenSegments(draft).entries()) checkSegment(index, segment, faults)
  if (has('flights') && draft.description.trim() === '' && writtenSegments(draft).length === 0)
    faults.set('description', 'someSegment')
  if (has('starts')) {
    needsDay('starts_day', draft.starts_day)
    needsTime('starts_time', draft.starts_time)
    if (draft.starts_time !== '' && draft.starts_day === '') faults.set('starts_day', 'required')
  }
  if (has('ends')) {
    needsDay('ends_day', draft.ends_day)
    needsTime('ends_time', draft.ends_time)
    if (draft.ends_time !== '' && draft.ends_day === '') faults.set('ends_day', 'required')
    if (isDay(draft.ends_day) && isDay(draft.starts_day) && draft.ends_day < draft.starts_day)
      faults.set('ends_day', 'order')
  }
  if (has('free')) {
    needsDay('free_day', draft.free_day)
    needsTime('free_time', draft.free_time)
    if (draft.free_time !== '' && draft.free_day === '') faults.set('free_day', 'required')
  }
  if (draft.currency !== 'BRL' && parseRate(draft.exchange_rate) === undefined)
    faults.set('exchange_rate', 'rate')
  return faults
}

function checkSegment(index: number, segment: SegmentDraft, faults: Map<string, ItemFault>): void {
  const path = `segments.${index}`
  if (segment.flight_number.trim() === '') faults.set(`${path}.flight_number`, 'required')
  for (const name of ['origin', 'destination'] as const)
    if (!AIRPORT.test(segment[name].trim().toUpperCase())) faults.set(`${path}.${name}`, 'code')
  for (const name of ['departs', 'arrives'] as const) {
    if (!isDay(segment[`${name}_day`])) faults.set(`${path}.${name}_day`, 'day')
    if (!isTime(segment[`${name}_time`])) faults.set(`${path}.${name}_time`, 'time')
  }
  if (segment.arrives_day < segment.departs_day && !faults.has(`${path}.arrives_day`))
    if (isDay(segment.departs_day) && dayBefore(segment.departs_day) > segment.arrives_day)
      // Flights to the east across the date line arrive a day earlier at most.
      faults.set(`${path}.arrives_day`, 'order')
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 24 * 60 * 60 * 1_000).toISOString().slice(0, 10)
}

/** An untouched row counts for nothing. */
function writtenSegments({ segments }: ItemDraft): SegmentDraft[] {
  return segments.filter((segment) => Object.values(segment).some((text) => (text ?? '').trim() !== ''))
}

export interface ItemTerms {
  /** The team's, in which deadlines are typed. */
  readonly timeZone: string
  readonly seesCosts: boolean
}

/** The whole item: what the kind does not have is cleared. */
export function itemBody(
  kind: TripItemKind,
  draft: ItemDraft,
  { timeZone, seesCosts }: ItemTerms,
): TripItemInput {
  const has = (field: ItemField) => FIELDS[kind].includes(field)
  const text = (name: ItemText, isPart = true) => (isPart && draft[name].trim()) || null
  const segments = writtenSegments(draft)
  const rate = parseRate(draft.exchange_rate)
  const startsAt = dayAndTime(draft.starts_day, has('starts_time') ? draft.starts_time : '') ?? null
  const endsAt = dayAndTime(draft.ends_day, has('ends_time') ? draft.ends_time : '') ?? null
  const zone = (has('starts_time') && draft.starts_zone) || null
  return {
    kind,
    status: draft.status,
    description: text('description'),
    supplier_name: text('supplier_name', has('supplier')),
    supplier_phone: text('supplier_phone', has('supplier_phone')),
    place: text('place', has('place')),
    unit: text('unit', has('unit')),
    meal_plan: text('meal_plan', has('meal_plan')),
    confirmation_number: text('confirmation_number', kind !== 'fee'),
    instructions: text('instructions', has('instructions')),
    notes: text('notes'),
    ...(!has('flights') && {
      starts_at: has('starts') ? startsAt : null,
      starts_zone: has('starts') ? zone : null,
      ends_at: has('ends') ? endsAt : null,
      ends_zone: has('ends') ? (has('ends_zone') && draft.ends_zone) || zone : null,
    }),
    traveller_ids: draft.traveller_ids,
    free_cancellation_until:
      has('free') && isDay(draft.free_day)
        ? momentIn(draft.free_day, draft.free_time || '23:59', timeZone)
        : null,
    flight:
      has('flights') && segments.length > 0
        ? { airline: draft.airline.trim() || null, segments: segments.map(segmentOf) }
        : null,
    currency: draft.currency,
    exchange_rate: draft.currency === 'BRL' ? 1 : Number(rate),
    price_amount: Number(draft.price_amount || '0'),
    ...(seesCosts && { cost_amount: draft.cost_amount === '' ? null : Number(draft.cost_amount) }),
    collected_by: draft.collected_by,
    ...(draft.seller_id !== '' && { seller_id: draft.seller_id }),
  }
}

type ItemText =
  | 'description'
  | 'supplier_name'
  | 'supplier_phone'
  | 'place'
  | 'unit'
  | 'meal_plan'
  | 'confirmation_number'
  | 'instructions'
  | 'notes'

function segmentOf(segment: SegmentDraft) {
  return {
    flight_number: segment.flight_number.trim().toUpperCase(),
    origin: segment.origin.trim().toUpperCase(),
    destination: segment.destination.trim().toUpperCase(),
    departing_at: `${segment.departs_day}T${segment.departs_time}`,
    arriving_at: `${segment.arrives_day}T${segment.arrives_time}`,
  }
}

/** Maps a field name of the API to the form's. */
export function formField(field: string): string {
  return field
    .replace(/^(starts|ends)_at$/, '$1_day')
    .replace(/^free_cancellation_until$/, 'free_day')
    .replace(/^flight\.airline$/, 'airline')
    .replace(/^flight\.segments\.(\d+)\.departing_at$/, 'segments.$1.departs_day')
    .replace(/^flight\.segments\.(\d+)\.arriving_at$/, 'segments.$1.arrives_day')
    .replace(/^flight\.segments\./, 'segments.')
}
