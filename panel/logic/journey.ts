// Durations of flights and connections. Itinerary times are local to their airport and are never converted.
const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

/** `PT2H35M` in minutes; undefined if invalid. */
export function minutesOf(duration: string): number | undefined {
  const found = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?)?$/.exec(duration)
  if (found === null) return undefined
  const [days = 0, hours = 0, minutes = 0] = found.slice(1).map((part) => Number(part ?? 0))
  return days * DAY_MINUTES + hours * 60 + minutes
}

/** Minutes between an arrival and the next departure at the same airport. */
export function layoverMinutes(arrivingAt: string, departingAt: string): number {
  return (asIfUtc(departingAt) - asIfUtc(arrivingAt)) / MINUTE_MS
}

/** The number of calendar days between local departure and local arrival: 1 for an overnight flight. */
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

/** The IATA code for variable equipment, which is not shown. */
const ANY_AIRCRAFT = 'EQV'

export function aircraftName({ iata_code: code, name }: { iata_code: string; name: string }): string {
  return code === ANY_AIRCRAFT ? '' : name
}
