// Formats dates, times, durations, money, bags and zones for travellers. Written by hand, because Intl uses
// non-breaking spaces and changes with its data.
import type { CabinClass, PassengerType } from '../../../contract/flights.ts'
import { brazilianDate } from '../../kernel/values/dates.ts'
import { type Cents, formatAmount, formatBrl } from '../../kernel/values/money.ts'

export type Language = 'pt-BR' | 'en'

interface Words {
  /** From Monday on. */
  readonly weekdays: readonly string[]
  readonly months: readonly string[]
  readonly cabins: Readonly<Record<CabinClass, string>>
  readonly passengers: Readonly<Record<PassengerType, string>>
  readonly leg: (leg: Leg) => string
  readonly stops: (count: number) => string
  readonly terminal: string
  /** Checked bags and carry-on bags. */
  readonly checked: (count: number) => string
  readonly carried: (count: number) => string
  readonly duration: (hours: number, minutes: number) => string
}

const WORDS: Readonly<Record<Language, Words>> = {
  'pt-BR': {
    weekdays: ['seg.', 'ter.', 'qua.', 'qui.', 'sex.', 'sáb.', 'dom.'],
    months: ['jan.', 'fev.', 'mar.', 'abr.', 'maio', 'jun.', 'jul.', 'ago.', 'set.', 'out.', 'nov.', 'dez.'],
    cabins: {
      economy: 'Econômica',
      premium_economy: 'Econômica premium',
      business: 'Executiva',
      first: 'Primeira classe',
    },
    passengers: { adult: 'adulto', child: 'criança', infant_without_seat: 'bebê de colo' },
    leg: ({ kind, number }) =>
      ({ only: 'Voo', outbound: 'Ida', return: 'Volta', 'one of several': `Trecho ${number}` })[kind],
    stops: (count) => ['direto', '1 conexão'][count] ?? `${count} conexões`,
    terminal: 'terminal',
    checked: (count) =>
      ['sem bagagem despachada', '1 bagagem despachada'][count] ?? `${count} bagagens despachadas`,
    carried: (count) => `${count} de mão`,
    duration: (hours, minutes) =>
      hours === 0 ? `${minutes}min` : `${hours}h${minutes === 0 ? '' : String(minutes).padStart(2, '0')}`,
  },
  en: {
    weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
    months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
    cabins: {
      economy: 'Economy',
      premium_economy: 'Premium economy',
      business: 'Business',
      first: 'First class',
    },
    passengers: { adult: 'adult', child: 'child', infant_without_seat: 'infant on lap' },
    leg: ({ kind, number }) =>
      ({ only: 'Flight', outbound: 'Outbound', return: 'Return', 'one of several': `Leg ${number}` })[kind],
    stops: (count) => ['direct', '1 connection'][count] ?? `${count} connections`,
    terminal: 'terminal',
    checked: (count) => ['no checked bag', '1 checked bag'][count] ?? `${count} checked bags`,
    carried: (count) => `${count} carry-on`,
    duration: (hours, minutes) =>
      [hours > 0 ? `${hours}h` : '', minutes > 0 || hours === 0 ? `${minutes}m` : ''].join(' ').trim(),
  },
}

/** Common names of Brazil's time zones; elsewhere the last part of the zone's name. */
const TIMES: Readonly<Record<string, string>> = {
  'America/Sao_Paulo': 'Brasília',
  'America/Belem': 'Belém',
  'America/Cuiaba': 'Cuiabá',
  'America/Maceio': 'Maceió',
  'America/Araguaina': 'Araguaína',
  'America/Santarem': 'Santarém',
  'America/Eirunepe': 'Eirunepé',
  'America/Noronha': 'Fernando de Noronha',
}

/** seg., 15 fev. 2027 */
export function dateText({ dayOfWeek, day, month, year }: Temporal.PlainDate, language: Language): string {
  const { weekdays, months } = WORDS[language]
  return `${weekdays[dayOfWeek - 1]}, ${day} ${months[month - 1]} ${year}`
}

/** 15/02/2027, or in English 15 Feb 2027, which is unambiguous. */
export function shortDate(date: Temporal.PlainDate, language: Language): string {
  const { day, month, year } = date
  return language === 'en' ? `${day} ${WORDS.en.months[month - 1]} ${year}` : brazilianDate(date)
}

export function durationText(minutes: number, language: Language): string {
  return WORDS[language].duration(Math.floor(minutes / 60), minutes % 60)
}

/** 06:30, or 06:30 (+1) on the next day. */
export function timeText({ time, daysLater }: Pick<Stop, 'time' | 'daysLater'>): string {
  return daysLater === 0 ? time : `${time} (${daysLater > 0 ? '+' : '−'}${Math.abs(daysLater)})`
}

/** Lisboa (LIS) */
export function placeText({ city, code }: LegEnd): string {
  return `${city} (${code})`
}

/** The city if known, otherwise the code. */
export function stopText({ city, code }: Stop): string {
  return city === null ? code : placeText({ city, code })
}

/** The airport, and the terminal if known. */
export function airportText({ airport, terminal }: Stop, language: Language): string {
  return terminal === null ? airport : `${airport}, ${WORDS[language].terminal} ${terminal}`
}

export function legName(leg: Leg, language: Language): string {
  return WORDS[language].leg(leg)
}

export function stopsText({ flights }: Leg, language: Language): string {
  return WORDS[language].stops(flights.length - 1)
}

export function cabinText(cabin: CabinClass, language: Language): string {
  return WORDS[language].cabins[cabin]
}

export function bagsText({ checkedBags, carryOnBags }: Service, language: Language): string {
  const { checked, carried } = WORDS[language]
  return [checked(checkedBags), ...(carryOnBags > 0 ? [carried(carryOnBags)] : [])].join(', ')
}

export function passengerText(type: PassengerType, language: Language): string {
  return WORDS[language].passengers[type]
}

/** R$ 1.234,50, or in English BRL 1,234.50. */
export function moneyText(cents: Cents, language: Language): string {
  if (language === 'pt-BR') return formatBrl(cents)
  return `BRL ${formatAmount(cents).replace(/\B(?=(?:\d{3})+\.)/g, ',')}`
}

/** A time with its named zone: dom., 14 fev. 2027, 18:00 (horário de Brasília, UTC-3). */
export function momentText(at: Date, zone: string, language: Language): string {
  const local = at.toTemporalInstant().toZonedDateTimeISO(zone)
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' })
  const hours = Number(local.offset.slice(1, 3))
  const minutes = local.offset.slice(4, 6)
  // A true minus sign, which does not break a line.
  const sign = local.offset.startsWith('-') ? '−' : '+'
  const offset = `${sign}${hours}${minutes === '00' ? '' : `:${minutes}`}`
  const place = TIMES[zone] ?? zone.replace(/^.*\//, '').replaceAll('_', ' ')
  const name = language === 'en' ? `${place} time` : `horário de ${place}`
  const clock = place === 'UTC' ? 'UTC' : `${name}, UTC${offset}`
  return `${dateText(local.toPlainDate(), language)}, ${time} (${clock})`
}

// A trip leg by leg, for mails and receipts.

export interface Leg {
  readonly kind: 'only' | 'outbound' | 'return' | 'one of several'
  /** From 1 on. */
  readonly number: number
  readonly from: LegEnd
  readonly to: LegEnd
  readonly date: Temporal.PlainDate
  readonly minutes: number
  readonly flights: readonly Flight[]
}

export interface LegEnd {
  readonly city: string
  readonly code: string
}

export interface Flight {
  /** LA 8084 */
  readonly number: string
  readonly carrier: string
  /** Set if another airline operates it. */
  readonly operatedBy: string | null
  readonly aircraft: string
  readonly minutes: number
  readonly departure: Stop
  readonly arrival: Stop
  /** The connection before it; null for the first flight. */
  readonly connection: Connection | null
  readonly services: readonly Service[]
}

export interface Stop {
  /** 22:10 in the airport's local time. */
  readonly time: string
  readonly date: Temporal.PlainDate
  /** Days after the leg's first day; west over the date line it can be -1. */
  readonly daysLater: number
  readonly code: string
  /** Null if unknown. */
  readonly city: string | null
  readonly airport: string
  readonly terminal: string | null
}

export interface Connection {
  /** Null if uncertain. */
  readonly minutes: number | null
  readonly changesAirport: boolean
}

/** A service that some travellers get on a flight. */
export interface Service {
  readonly passengerIds: readonly string[]
  readonly cabin: CabinClass
  readonly fareBasis: string
  readonly checkedBags: number
  readonly carryOnBags: number
  /** In the order of the passengers, without those who have none. */
  readonly seats: readonly string[]
}

// A time in a sentence: the day without its year, and the time.

/** 16/11, 11:15, or in English 16 Nov, 11:15. */
export function shortMoment(at: Date, zone: string, language: Language): string {
  const local = at.toTemporalInstant().toZonedDateTimeISO(zone)
  const day = shortDate(local.toPlainDate(), language).replace(/[ /]\d{4}$/, '')
  return `${day}, ${local.toPlainTime().toString({ smallestUnit: 'minute' })}`
}
