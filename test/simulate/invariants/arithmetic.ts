// Arithmetic of money and days for the invariants. It shares no code with the service: otherwise it would have the same
// errors.

interface Exact {
  digits: bigint
  places: number
}

/** An exact decimal, from a text or a JSON number. */
function exact(decimal: string | number): Exact {
  const [whole = '0', fraction = ''] = String(decimal).split('.')
  return { digits: BigInt(whole + fraction), places: fraction.length }
}

const powerOfTen = (places: number) => 10n ** BigInt(places)

/** Rounds half up; for amounts that are never negative. */
function rounded(top: bigint, bottom: bigint): bigint {
  const rest = top % bottom
  return top / bottom + (rest * 2n >= bottom ? 1n : 0n)
}

/** Cents multiplied by a factor, such as an exchange rate. */
export function times(cents: bigint, factor: string | number): bigint {
  const { digits, places } = exact(factor)
  return rounded(cents * digits, powerOfTen(places))
}

export function percent(cents: bigint, rate: string | number): bigint {
  const { digits, places } = exact(rate)
  return rounded(cents * digits, powerOfTen(places + 2))
}

/** In cents, from a JSON number of reais that may be negative. */
export function centsOfNumber(reais: number): bigint {
  const cents = times(100n, Math.abs(reais))
  return reais < 0 ? -cents : cents
}

/** What an agency adds to the carrier's price. */
export interface PriceTerms {
  markup: number
  fee: string
}

/** From the carrier's price to the client's, all in cents. */
export function priceChain(total: bigint, rate: string | number, { markup, fee }: PriceTerms) {
  const base = times(total, rate)
  const markupCents = percent(base, markup)
  const feeCents = times(100n, fee)
  return {
    base,
    markup: markupCents,
    fee: feeCents,
    commission: markupCents + feeCents,
    client: base + markupCents + feeCents,
  }
}

export interface Priced {
  items: { quantity: number; unit_price: number }[]
  discount_rate?: number
  tax_rate?: number
}

/** In cents. The tax is taken on the discounted subtotal. */
export function totalsOf({ items, discount_rate = 0, tax_rate = 0 }: Priced) {
  const lines = items.map(({ quantity, unit_price }) => {
    const [count, price] = [exact(quantity), exact(unit_price)]
    return rounded(count.digits * price.digits * 100n, powerOfTen(count.places + price.places))
  })
  const subtotal = lines.reduce((sum, line) => sum + line, 0n)
  const discount = percent(subtotal, discount_rate)
  const tax = percent(subtotal - discount, tax_rate)
  return { lines, subtotal, discount, tax, total: subtotal - discount + tax }
}

export interface LateTerms {
  fine_percent: number
  interest_percent: number
}

/** The late charges of an amount on a day: a fine once, and a thirtieth of the monthly interest per day. */
export function lateChargesOn(
  owed: bigint,
  terms: LateTerms,
  due: Temporal.PlainDate,
  day: Temporal.PlainDate,
): bigint {
  if (Temporal.PlainDate.compare(day, bankDayFrom(due)) <= 0) return 0n
  const { digits, places } = exact(terms.interest_percent)
  const days = BigInt(due.until(day, { largestUnit: 'day' }).days)
  return percent(owed, terms.fine_percent) + rounded(owed * digits * days, powerOfTen(places + 2) * 30n)
}

/** The first day from this one on which banks are open. */
export function bankDayFrom(day: Temporal.PlainDate): Temporal.PlainDate {
  const isClosed = day.dayOfWeek > 5 || HOLIDAYS.has(day.toString().slice(5)) || isMovable(day)
  return isClosed ? bankDayFrom(day.add({ days: 1 })) : day
}

const HOLIDAYS = new Set(['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25'])
/** Carnival, Good Friday and Corpus Christi depend on them. */
const EASTERS = [
  '2025-04-20',
  '2026-04-05',
  '2027-03-28',
  '2028-04-16',
  '2029-04-01',
  '2030-04-21',
  '2031-04-13',
]
const AFTER_EASTER = new Set([-48, -47, -2, 60])

function isMovable(day: Temporal.PlainDate): boolean {
  const easter = EASTERS.find((one) => one.startsWith(String(day.year)))
  if (easter === undefined) throw new RangeError(`add Easter of ${day.year}`)
  return AFTER_EASTER.has(Temporal.PlainDate.from(easter).until(day, { largestUnit: 'day' }).days)
}

/** The default of agencies. */
const ZONE = 'America/Sao_Paulo'

/** The day at the agency. */
export const dayOf = (at: string | Date): Temporal.PlainDate =>
  new Date(at).toTemporalInstant().toZonedDateTimeISO(ZONE).toPlainDate()
