// The desk of the sample agency: its API, and an agenda whose entries are done at their moments of the test clock.
import type { ClockAdvance, TestClock } from '../../../../../contract/sandbox.ts'
import type { Service } from '../../remote/call-service.ts'
import type { Random } from './random.ts'

export const ZONE = 'America/Sao_Paulo'

export type Work = () => Promise<unknown>

export interface Desk {
  readonly random: Random
  /** The moment of the test clock that the agenda has reached. */
  readonly now: () => Temporal.ZonedDateTime
  readonly today: () => Temporal.PlainDate
  get<T>(path: string): Promise<T>
  post<T>(path: string, body?: object): Promise<T>
  patch<T>(path: string, body: object): Promise<T>
  put<T>(path: string, body: object): Promise<T>
  remove<T>(path: string): Promise<T>
  /** The body as it is: searches and bookings are not wrapped in `data`. */
  bare<T>(method: string, path: string, body: object): Promise<T>
  /** How many there are of a list. */
  count(path: string): Promise<number>
  /** Puts work on the agenda; what comes too late for this year is left undone. */
  at(moment: Temporal.ZonedDateTime, work: Work): void
  /** So many days from now, at that hour; on a working day. */
  inDays(days: number, hour: number, work: Work): void
  /** Does what is on the agenda up to then, and leaves the clock there. */
  runUntil(end: Temporal.ZonedDateTime, onDay: (day: Temporal.PlainDate) => Promise<void>): Promise<void>
}

interface Entry {
  readonly moment: Temporal.ZonedDateTime
  readonly order: number
  readonly work: Work
}

interface Enveloped<T> {
  readonly data: T
}

const SATURDAY = 6

export async function makeDesk(service: Service, random: Random): Promise<Desk> {
  const ask = async <T>(method: string, path: string, body?: object) =>
    (await service.call<Enveloped<T>>(method, `/api/v1${path}`, body)).data
  const clock = await ask<TestClock>('GET', '/test/clock')
  let now = momentOf(clock.now)
  let entries = 0
  const agenda: Entry[] = []

  function at(moment: Temporal.ZonedDateTime, work: Work): void {
    entries += 1
    agenda.push({ moment, order: entries, work })
  }

  async function advanceTo(moment: Temporal.ZonedDateTime): Promise<void> {
    // The clock goes on by itself meanwhile, so it is asked how far it is.
    const { now: shown } = await ask<TestClock>('GET', '/test/clock')
    const seconds = Math.ceil(momentOf(shown).until(moment).total('seconds'))
    now = moment
    if (seconds <= 0) return
    let advance = await ask<ClockAdvance>('POST', '/test/clock/advance', { by: `PT${seconds}S` })
    while (!advance.complete) advance = await ask('POST', '/test/clock/advance', { by: 'PT0S' })
  }

  return {
    random,
    now: () => now,
    today: () => now.toPlainDate(),
    get: (path) => ask('GET', path),
    post: (path, body) => ask('POST', path, body),
    patch: (path, body) => ask('PATCH', path, body),
    put: (path, body) => ask('PUT', path, body),
    remove: (path) => ask('DELETE', path),
    bare: (method, path, body) => service.call(method, `/api/v1${path}`, body),
    async count(path) {
      const join = path.includes('?') ? '&' : '?'
      const { pagination } = await service.call<{ pagination: { total: number } }>(
        'GET',
        `/api/v1${path}${join}limit=1`,
      )
      return pagination.total
    },
    at,
    inDays: (days, hour, work) =>
      at(toWorkingDay(now.add({ days })).with({ hour, minute: 0, second: 0 }), work),
    async runUntil(end, onDay) {
      for (;;) {
        agenda.sort(byMoment)
        const next = agenda[0]
        if (next === undefined || Temporal.ZonedDateTime.compare(next.moment, end) > 0) break
        agenda.shift()
        await onDay(next.moment.toPlainDate())
        if (Temporal.ZonedDateTime.compare(next.moment, now) > 0) await advanceTo(next.moment)
        await next.work()
      }
      await advanceTo(end)
    },
  }
}

function momentOf(timestamp: string): Temporal.ZonedDateTime {
  return Temporal.Instant.from(timestamp).toZonedDateTimeISO(ZONE)
}

/** The same moment on the next Monday, if it is on a weekend. */
export function toWorkingDay(moment: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  return moment.dayOfWeek < SATURDAY ? moment : moment.add({ days: 8 - moment.dayOfWeek })
}

function byMoment(a: Entry, b: Entry): number {
  return Temporal.ZonedDateTime.compare(a.moment, b.moment) || a.order - b.order
}
