// Invariants of records: every acknowledged write exists once and every refused one does not, numbers have no gaps, keys
// and roles are as acknowledged, and a replayed request returns the stored response.
import { isSuccess, sendRequest } from '../request.ts'
import { PEOPLE } from '../steps/team.ts'
import { acknowledged, isAcknowledged, type Resource, type Write } from '../writes.ts'
import { countBy, type Invariant, type InvariantInput } from './input.ts'

// biome-ignore lint/suspicious/noExplicitAny: objects of every shape
type Item = any

/** Where each resource is listed, and the field with its mark. Failed bookings and recharges do not count. */
const LISTS: Readonly<
  Record<Exclude<Resource, 'payment' | 'trip' | 'tripItem'>, [string, (item: Item) => string | null]>
> = {
  client: ['/api/v1/clients', ({ full_name }) => full_name],
  booking: [
    '/api/v1/bookings',
    ({ status, client }) => (status === 'failed' ? null : client.email.split('@')[0]),
  ],
  recharge: ['/api/v1/wallet/recharges', ({ status, amount }) => (status === 'failed' ? null : amount)],
  invoice: ['/api/v1/invoices', ({ notes }) => notes],
  quote: ['/api/v1/quotes', ({ notes }) => notes],
  recurring: ['/api/v1/recurring-invoices', ({ name }) => name],
  key: ['/api/v1/api-keys', ({ name }) => name],
  creditNote: ['/api/v1/credit-notes', ({ reason }) => reason],
}

/** The carrier may refuse an instant booking after it was acknowledged. */
const MAY_FAIL: ReadonlySet<Resource> = new Set(['booking', 'recharge'])

export const writesExistOnce: Invariant = async ({ agency, list }) => {
  const problems: string[] = []
  for (const [resource, [path, markOf]] of Object.entries(LISTS) as [
    keyof typeof LISTS,
    (typeof LISTS)['client'],
  ][]) {
    const marks = (await list(path)).map(markOf).filter((mark) => mark !== null)
    const counts = countBy(marks, String)
    for (const write of agency.writes.filter(({ creates }) => creates === resource))
      problems.push(...countProblems(write, counts.get(markInList(write)) ?? 0))
  }
  return problems
}

/** Recharges have no text: their amount identifies them. */
function markInList({ creates, mark, request }: Write): string {
  return creates === 'recharge' && request.body !== undefined && 'amount' in request.body
    ? String(request.body.amount)
    : mark
}

function countProblems({ creates, mark, request, response, failedAttempts }: Write, count: number): string[] {
  const what = `${creates} ${mark} (${request.method} ${request.path})`
  if (response === null) return [`${what} got no final response in ${failedAttempts} attempts`]
  const least = !isSuccess(response) || (creates !== null && MAY_FAIL.has(creates)) ? 0 : 1
  const most = isSuccess(response) ? 1 : 0
  return count < least || count > most
    ? [`${what} returned ${response.status} and exists ${count} times`]
    : []
}

/** A trip that was merged into another one is gone; its items exist. */
export const tripsExistOnce: Invariant = async ({ agency, trips }) => {
  const merges = agency.writes.filter(
    (write) => write.request.path.endsWith('/merge') && isAcknowledged(write),
  )
  const merged = new Set<unknown>(merges.map(({ request: { body = {} } }) => Object(body).trip_id))
  const found = await trips()
  const counts = countBy(
    found.flatMap(({ title, items }) => [title, ...items.map(({ description }: Item) => description)]),
    String,
  )
  return agency.writes.flatMap((write) => {
    const { creates, request, response } = write
    if (creates !== 'trip' && creates !== 'tripItem') return []
    const { title, description } = Object(request.body)
    const count = counts.get(title ?? description) ?? 0
    if (!merged.has(response?.body?.data?.id)) return countProblems(write, count)
    return count === 0 ? [] : [`trip ${write.mark} was merged and exists ${count} times`]
  })
}

/** Their amount identifies them. */
export const recordedPaymentsExistOnce: Invariant = async ({ agency, list }) => {
  const invoices: Item[] = await list('/api/v1/invoices')
  return agency.writes
    .filter(({ creates }) => creates === 'payment')
    .flatMap((write) => {
      const { path, body } = write.request
      const payments: Item[] = invoices.find(({ id }) => path.includes(id))?.payments ?? []
      const sent = body !== undefined && 'amount' in body ? body.amount : null
      return countProblems(write, payments.filter(({ amount }) => amount === sent).length)
    })
}

export const eventNumbersHaveNoGaps: Invariant = async (input) => {
  const gap = (await eventsOf(input)).findIndex(({ sequence }, index) => sequence !== index + 1)
  return gap === -1 ? [] : [`there is no event ${gap + 1}`]
}

/** By the clock of the agency, which steps advance in the sandbox. */
export const eventsAreInOrder: Invariant = async (input) => {
  const events = await eventsOf(input)
  return events.flatMap(({ sequence, created_at }, index) => {
    const before = events[index - 1]
    const isBack = before !== undefined && before.created_at > created_at
    return isBack
      ? [`event ${sequence} is from ${created_at}, the one before it from ${before.created_at}`]
      : []
  })
}

/** By their numbers. */
export async function eventsOf({ list }: InvariantInput): Promise<Item[]> {
  return (await list('/api/v1/events')).toSorted((a, b) => a.sequence - b.sequence)
}

export const documentNumbersHaveNoGaps: Invariant = async ({ list }) => {
  const problems: string[] = []
  for (const path of ['/api/v1/invoices', '/api/v1/quotes', '/api/v1/credit-notes']) {
    const numbers: string[] = (await list(path)).flatMap(({ number }) => (number === null ? [] : [number]))
    for (const [year, own] of Map.groupBy(numbers, (number) => number.slice(0, 4))) {
      const found = own.map((number) => Number(number.slice(5))).toSorted((a, b) => a - b)
      if (found.some((number, index) => number !== index + 1))
        problems.push(`numbers of ${path} of ${year} are ${found.join(', ')}`)
    }
  }
  return problems
}

/** A recurring invoice also counts its invoices. */
export const quotesAndDatesAreInvoicedOnce: Invariant = async ({ list }) => {
  const invoices: Item[] = await list('/api/v1/invoices')
  const problems: string[] = []
  for (const { id, invoices_generated } of await list('/api/v1/recurring-invoices')) {
    const own = invoices.filter(({ recurring_invoice_id }) => recurring_invoice_id === id)
    const dates = new Set(own.map(({ due_date }) => due_date))
    if (dates.size !== own.length || own.length !== invoices_generated)
      problems.push(
        `${id} counts ${invoices_generated} invoices, but has ${own.length} on ${dates.size} dates`,
      )
  }
  const sold = countBy(
    invoices.filter(({ quote_id }) => quote_id !== null),
    ({ quote_id }) => quote_id,
  )
  for (const { id, invoice_id } of await list('/api/v1/quotes')) {
    const expected = invoice_id === null ? 0 : 1
    if ((sold.get(id) ?? 0) !== expected) problems.push(`quote ${id} has ${sold.get(id)} invoices`)
  }
  return problems
}

const REPLAYS_MAX = 12

/** The latest ones, sent to another process than the first time. */
export const replaysReturnStoredResponse: Invariant = async ({ installation, agency }) => {
  const writes = agency.writes.filter(isAcknowledged).slice(-REPLAYS_MAX)
  const url = installation.services.all.at(-1)?.url ?? ''
  const replays = await Promise.all(
    writes.map(async (write) => [write, await sendRequest(url, write.request)] as const),
  )
  return replays.flatMap(([{ request, response }, replay]) =>
    replay.text === response?.text && replay.status === response.status && replay.isReplay
      ? []
      : [
          `${request.method} ${request.path} returned ${response?.text}, and its replay ` +
            `${replay.status} ${replay.text}`,
        ],
  )
}

export const oneResponsePerKey: Invariant = async ({ agency }) =>
  agency.writes.flatMap(({ contradictions }) => contradictions)

export const keysMatchRevocations: Invariant = async ({ installation, agency }) => {
  const problems: string[] = []
  const deletions = agency.writes.filter(
    (write) => write.request.method === 'DELETE' && isAcknowledged(write),
  )
  for (const { id, secret } of agency.known.keys) {
    const isRevoked = deletions.some(({ request }) => request.path.endsWith(id))
    for (const { url } of installation.services.all) {
      const { status } = await sendRequest(url, { method: 'GET', path: '/api/v1/me', apiKey: secret })
      if ((status === 401) !== isRevoked)
        problems.push(`key ${id} is ${isRevoked ? '' : 'not '}revoked and gets ${status}`)
    }
  }
  return problems
}

/** The role is one of the acknowledged ones: changes may overlap. */
export const rolesMatchChanges: Invariant = async ({ agency, list }) => {
  const { person } = agency
  if (person === null) return []
  const changes = agency.writes.filter(({ request }) => request.path === `${PEOPLE}/${person.id}`)
  const roles = changes.filter(isAcknowledged).map((write): string => acknowledged(write).role)
  const found = (await list(PEOPLE)).find(({ id }) => id === person.id)?.role
  const isRight = roles.length === 0 ? found === person.role : roles.includes(found)
  return isRight ? [] : [`${person.id} is ${found}, but was given ${roles.join(', ') || 'no role'}`]
}
