// Commands for integrators: the sandbox and deliveries, each a request to the API.
import type { Invoice } from '../../../../contract/invoices.ts'
import type { Recharge } from '../../../../contract/wallet.ts'
import { isPaid } from '../../../features/invoices/states.ts'
import { centsFromNumber, formatAmount } from '../../../kernel/values/money.ts'
import { CommandFailure, notUnderstood } from '../failures.ts'
import type { Terminal } from '../terminal.ts'
import { type Service, serviceOf } from './call-service.ts'
import { demandEventType } from './follow-events.ts'

interface Data<T> {
  data: T
}

/** The body comes from arguments: a refused field is reported by its argument's name. */
async function post<T>(service: Service, path: string, body: object = {}, names: Names = {}): Promise<T> {
  try {
    const { data } = await service.call<Data<T>>('POST', `/api/v1${path}`, body)
    return data
  } catch (error) {
    if (!(error instanceof CommandFailure) || error.code !== 'invalid_request_parameters') throw error
    const lines = error.details.map(({ field, issue }) => `${names[field] ?? field} ${issue}`)
    throw new CommandFailure('notUnderstood', lines.join('\n') || error.message, error.code)
  }
}

/** Names of arguments, by field. */
type Names = Readonly<Record<string, string>>

export async function triggerCommand(type: string, terminal: Terminal): Promise<void> {
  if (type === '') notUnderstood('TYPE', 'is missing: which event, such as booking.ticketed')
  demandEventType('TYPE', type)
  const event = await post<{ id: string }>(serviceOf(terminal), '/test/events', { type })
  terminal.say(`${type} happened: ${event.id}`, event)
}

interface Advanced {
  now: string
  complete: boolean
  ran: number
  failed: { id: string; kind: string; error: string }[]
}

const SHORT_DURATION = /^(\d+)(mo|[ymwdhs]|min)$/
const DURATIONS = 'such as 3d, 12h, 30min, 1w, 1mo, or an ISO 8601 duration such as P1M'

/** "3d" is easier to type than "P3D". Repeated until the clock has arrived. */
export async function advanceClockCommand(by: string, terminal: Terminal): Promise<void> {
  if (by === '') notUnderstood('BY', `is missing: how far, ${DURATIONS}`)
  const service = serviceOf(terminal)
  const body = { by: isoDuration(by) }
  let ran = 0
  for (;;) {
    const advanced = await post<Advanced>(service, '/test/clock/advance', body, { by: 'BY' })
    ran += advanced.ran
    for (const { kind, error } of advanced.failed) terminal.sayError(`${kind} failed: ${error}`)
    if (advanced.complete)
      return terminal.say(`The test clock is at ${advanced.now}; ${ran} jobs ran.`, {
        ...advanced,
        ran,
      })
  }
}

function isoDuration(text: string): string {
  const [, count, unit] = SHORT_DURATION.exec(text) ?? []
  if (unit === undefined)
    return /^P/i.test(text) ? text : notUnderstood('BY', `is how far, ${DURATIONS}; not "${text}"`)
  if (unit === 'h' || unit === 's') return `PT${count}${unit.toUpperCase()}`
  return unit === 'min' ? `PT${count}M` : `P${count}${unit.charAt(0).toUpperCase()}`
}

const PAY_NAMES: Names = { id: 'ID', amount: '--amount', method: '--method' }

export async function payCommand(
  { amount, method }: { amount?: string; method?: string },
  id: string,
  terminal: Terminal,
): Promise<void> {
  if (id === '') notUnderstood('ID', 'is missing: a recharge (rch_...) or an invoice (its id)')
  const input = { ...(amount !== undefined && { amount }), ...(method !== undefined && { method }) }
  const path = `/test/charges/${encodeURIComponent(id)}/pay`
  const paid = await post<Recharge | Invoice>(serviceOf(terminal), path, input, PAY_NAMES)
  const came = 'payment_status' in paid ? cameOfInvoice(paid) : cameOfRecharge(paid)
  terminal.say(`${id} at the simulated bank: ${came}.`, paid)
}

function cameOfInvoice(invoice: Invoice): string {
  const { total, amount_paid, amount_due, amount_overpaid } = invoice
  const [all, paid, left, beyond] = [total, amount_paid, amount_due, amount_overpaid].map((amount) =>
    formatAmount(centsFromNumber(amount) ?? 0n),
  )
  if (!isPaid(invoice)) return `paid ${paid} of ${all}, ${left} left`
  return amount_overpaid > 0 ? `paid ${paid}, ${beyond} more than was due` : `paid in full, ${paid}`
}

/** A smaller payment completes it too; a much larger one is held. */
function cameOfRecharge({ status, amount, paid_amount = '0.00', held_amount }: Recharge): string {
  const credited = paid_amount === amount ? `paid ${amount}` : `paid ${paid_amount} of ${amount}`
  const held = held_amount === undefined ? '' : `, ${held_amount} held until it is reviewed`
  return `${credited}${held}, it is ${status}`
}

interface Replaying {
  webhook?: string
  since?: string
  until?: string
}

export async function replayCommand(range: Replaying, id: string, terminal: Terminal): Promise<void> {
  const service = serviceOf(terminal)
  if (id !== '') {
    const delivery = await replayOne(service, id, range.webhook)
    return terminal.say(`${id} is sent again, as ${delivery.id}.`, delivery)
  }
  const { webhook = notUnderstood('--webhook', 'is needed where no delivery is named') } = range
  const from = range.since ?? notUnderstood('--since', 'is needed: send again what happened from then on')
  const to = range.until ?? NOT_YET
  let replayed = 0
  for (;;) {
    const path = `/webhooks/${encodeURIComponent(webhook)}/replay`
    const part = await post<{ replayed: number; complete: boolean }>(
      service,
      path,
      { from, to },
      REPLAY_NAMES,
    )
    replayed += part.replayed
    if (part.complete)
      return terminal.say(`${replayed} deliveries are sent again.`, { replayed, complete: true })
  }
}

const REPLAY_NAMES: Names = { from: '--since', to: '--until' }
/** Later than any event. */
const NOT_YET = '9999-12-31T00:00:00Z'

/** Searches all webhooks for the delivery. */
async function replayOne(service: Service, id: string, webhook?: string): Promise<{ id: string }> {
  const path = (of: string) =>
    `/webhooks/${encodeURIComponent(of)}/deliveries/${encodeURIComponent(id)}/replay`
  if (webhook !== undefined) return post(service, path(webhook))
  const { data } = await service.call<Data<{ id: string }[]>>('GET', '/api/v1/webhooks')
  for (const { id: candidate } of data) {
    try {
      return await post(service, path(candidate))
    } catch (error) {
      if (!(error instanceof CommandFailure && error.code === 'delivery_not_found')) throw error
    }
  }
  throw new CommandFailure(
    'failed',
    `None of the ${data.length} webhooks has a delivery ${id}.`,
    'delivery_not_found',
  )
}
