// Laws of records: every acknowledged write exists once and no refused one, numbers have no gaps, and
// remembered responses stay the same.
import { ask, isTaken } from '../ask.ts'
import type { Thing, Write } from '../writes.ts'
import { type Case, countBy, type Law } from './law.ts'

// biome-ignore lint/suspicious/noExplicitAny: things of every shape
type Item = any

/** The lists, and how they show the mark. Failed objects are stored, but do not count. */
const LISTS: Readonly<
  Record<Exclude<Thing, 'payment' | 'trip' | 'tripItem'>, [string, (item: Item) => string | null]>
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

/** An instant booking that the carrier refused later was acknowledged without a result. */
const MAY_FAIL: ReadonlySet<Thing> = new Set(['booking', 'recharge'])

export const everyWriteOnce: Law = async (given) => {
  const { shop } = given
  const faults: string[] = []
  for (const [thing, [path, markOf]] of Object.entries(LISTS) as [
    keyof typeof LISTS,
    (typeof LISTS)['client'],
  ][]) {
    const marks = (await given.all(path)).map(markOf).filter((mark) => mark !== null)
    const counts = countBy(marks, String)
    for (const write of shop.writes.filter((one) => one.thing === thing))
      faults.push(...judged(write, counts.get(shownMark(write)) ?? 0))
  }
  return faults
}

/** Recharges have no text of ours: their amount is what tells them apart. */
function shownMark({ thing, mark, question }: Write): string {
  return thing === 'recharge' && question.body !== undefined && 'amount' in question.body
    ? String(question.body.amount)
    : mark
}

function judged({ thing, mark, answer, doubts, question }: Write, count: number): string[] {
  const what = `${thing} ${mark} (${question.method} ${question.path})`
  if (answer === null) return [`${what} was never answered, ${doubts} times`]
  const said = `was answered ${answer.status}`
  if (!isTaken(answer)) return count === 0 ? [] : [`${what} ${said} and is there ${count} times`]
  const least = thing !== null && MAY_FAIL.has(thing) ? 0 : 1
  return count > 1 || count < least ? [`${what} ${said} and is there ${count} times`] : []
}

/** A trip that was merged into another one is gone; its items are there. */
export const everyTripOnce: Law = async ({ shop, trips }) => {
  const merged = new Set<unknown>(
    shop.writes.flatMap(({ question: { path, body = {} }, answer }) =>
      path.endsWith('/merge') && answer !== null && isTaken(answer) ? Object(body).trip_id : [],
    ),
  )
  const found = await trips()
  const counts = countBy(
    found.flatMap(({ title, items }) => [title, ...items.map(({ description }: Item) => description)]),
    String,
  )
  return shop.writes.flatMap((write) => {
    const { thing, question, answer } = write
    if (thing !== 'trip' && thing !== 'tripItem') return []
    const { title, description } = Object(question.body)
    const count = counts.get(title ?? description) ?? 0
    if (!merged.has(answer?.body?.data?.id)) return judged(write, count)
    return count === 0 ? [] : [`trip ${write.mark} was merged and is there ${count} times`]
  })
}

export const everyPaymentOnce: Law = async ({ shop, all }) => {
  const invoices: Item[] = await all('/api/v1/invoices')
  return shop.writes
    .filter(({ thing }) => thing === 'payment')
    .flatMap((write) => {
      const { path, body } = write.question
      const payments: Item[] = invoices.find(({ id }) => path.includes(id))?.payments ?? []
      const wanted = body !== undefined && 'amount' in body ? body.amount : null
      return judged(write, payments.filter(({ amount }) => amount === wanted).length)
    })
}

export const denseEvents: Law = async (given) => {
  const gap = (await eventsOf(given)).findIndex(({ sequence }, index) => sequence !== index + 1)
  return gap === -1 ? [] : [`there is no event of number ${gap + 1}`]
}

/** By the time of the team, which in the sandbox is moved. */
export const eventsInTime: Law = async (given) => {
  const events = await eventsOf(given)
  return events.flatMap(({ sequence, created_at }, index) => {
    const before = events[index - 1]
    const isBack = before !== undefined && before.created_at > created_at
    return isBack ? [`event ${sequence} is of ${created_at}, the one before it of ${before.created_at}`] : []
  })
}

/** In the order of their numbers. */
export async function eventsOf({ all }: Case): Promise<Item[]> {
  return (await all('/api/v1/events')).toSorted((a, b) => a.sequence - b.sequence)
}

export const denseNumbers: Law = async ({ all }) => {
  const faults: string[] = []
  for (const path of ['/api/v1/invoices', '/api/v1/quotes', '/api/v1/credit-notes']) {
    const numbers: string[] = (await all(path)).flatMap(({ number }) => (number === null ? [] : [number]))
    for (const [year, own] of Map.groupBy(numbers, (number) => number.slice(0, 4))) {
      const found = own.map((number) => Number(number.slice(5))).toSorted((a, b) => a - b)
      if (found.some((number, index) => number !== index + 1))
        faults.push(`numbers of ${path} of ${year} are ${found.join(', ')}`)
    }
  }
  return faults
}

/** One invoice for each date of a recurring one, as many as it says; one at most of each quote. */
export const everyInvoiceOnce: Law = async ({ all }) => {
  const invoices: Item[] = await all('/api/v1/invoices')
  const faults: string[] = []
  for (const { id, invoices_generated } of await all('/api/v1/recurring-invoices')) {
    const own = invoices.filter(({ recurring_invoice_id }) => recurring_invoice_id === id)
    const dates = new Set(own.map(({ due_date }) => due_date))
    if (dates.size !== own.length || own.length !== invoices_generated)
      faults.push(`${id} says ${invoices_generated} invoices; there are ${own.length} on ${dates.size} dates`)
  }
  const sold = countBy(
    invoices.filter(({ quote_id }) => quote_id !== null),
    ({ quote_id }) => quote_id,
  )
  for (const { id, invoice_id } of await all('/api/v1/quotes')) {
    const expected = invoice_id === null ? 0 : 1
    if ((sold.get(id) ?? 0) !== expected) faults.push(`quote ${id} has ${sold.get(id)} invoices`)
  }
  return faults
}

const REPLAYS_MAX = 12

/** The last ones, from another process than the first time where there are several. */
export const sameAnswers: Law = async ({ town, shop }) => {
  const taken = shop.writes.filter(({ answer }) => answer !== null && isTaken(answer)).slice(-REPLAYS_MAX)
  const url = town.services.all.at(-1)?.url ?? ''
  const answers = await Promise.all(
    taken.map(async (write) => [write, await ask(url, write.question)] as const),
  )
  return answers.flatMap(([{ answer, question }, again]) =>
    again.text === answer?.text && again.status === answer.status && again.isReplay
      ? []
      : [
          `${question.method} ${question.path} was answered ${answer?.text}, and again ${again.status} ${again.text}`,
        ],
  )
}

export const noWrongAnswers: Law = async ({ shop }) => shop.writes.flatMap(({ wrong }) => wrong)
