// Lengths of flights and of waits between them. Times of itineraries are local at their airport and stay so.
const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

/** `PT2H35M` in minutes; undefined for what is no length. */
export function minutesOf(duration: string): number | undefined {
  const found = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?)?$/.exec(duration)
  if (found === null) return undefined
  const [days = 0, hours = 0, minutes = 0] = found.slice(1).map((part) => Number(part ?? 0))
  return days * DAY_MINUTES + hours * 60 + minutes
}

/** Between an arrival and the next departure of the same airport. */
export function waitMinutes(arrivingAt: string, departingAt: string): number {
  return (asIfUtc(departingAt) - asIfUtc(arrivingAt)) / MINUTE_MS
}

/** How many calendar days later one arrives, as the clocks at both ends say: 1 for a flight over night. */
export function daysLater(departingAt: string, arrivingAt: string): number {
  const days = asIfUtc(`${dayOf(arrivingAt)}T00:00:00`) - asIfUtc(`${dayOf(departingAt)}T00:00:00`)
  return days / (DAY_MINUTES * MINUTE_MS)
}

export function dayOf(localAt: string): string {
  return localAt.slice(0, 10)
}

/** `08:30` */
export function clockOf(localAt: string): string {
  return localAt.slice(11, 16)
}

function asIfUtc(localAt: string): number {
  return Date.parse(`${localAt}Z`)
}

/** The industry's code for equipment that varies: nothing is said of it then. */
const ANY_AIRCRAFT = 'EQV'

export function aircraftName({ iata_code: code, name }: { iata_code: string; name: string }): string {
  return code === ANY_AIRCRAFT ? '' : name
}
