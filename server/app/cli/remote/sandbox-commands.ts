// Commands for integrators: the sandbox and deliveries, each a request to the API.
import type { Invoice } from '../../../../contract/invoices.ts'
import type { Phrase } from '../../../../contract/phrases/phrase.ts'
import type { Recharge } from '../../../../contract/wallet.ts'
import { isPaid } from '../../../features/invoices/states.ts'
import { centsFromNumber, formatAmount, formatBrl, parseAmount } from '../../../kernel/values/money.ts'
import { aboutField, CommandFailure, notUnderstood } from '../failures.ts'
import { joined, type Terminal } from '../terminal.ts'
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
    const { details } = error
    const lines = details.map((detail) =>
      aboutField({ ...detail, field: names[detail.field] ?? detail.field }),
    )
    throw new CommandFailure('notUnderstood', lines.length > 0 ? joined(lines) : error.text, error.code)
  }
}

/** Names of arguments, by field. */
type Names = Readonly<Record<string, string>>

export async function triggerCommand(type: string, terminal: Terminal): Promise<void> {
  if (type === '')
    notUnderstood('TYPE', [
      'is missing: which event, such as booking.ticketed',
      'informe o evento, como booking.ticketed.',
    ])
  demandEventType('TYPE', type)
  const event = await post<{ id: string }>(serviceOf(terminal), '/test/events', { type })
  terminal.say([`${type} happened: ${event.id}`, `${type} aconteceu: ${event.id}`], event)
}

interface Advanced {
  now: string
  complete: boolean
  ran: number
  failed: { id: string; kind: string; error: string }[]
}

const SHORT_DURATION = /^(\d+)(mo|[ymwdhs]|min)$/
const DURATIONS: Phrase = [
  'such as 3d, 12h, 30min, 1w, 1mo, or an ISO 8601 duration such as P1M',
  'como 3d, 12h, 30min, 1w, 1mo, ou uma duração ISO 8601 como P1M',
]

/** "3d" is easier to type than "P3D". Repeated until the clock has arrived. */
export async function advanceClockCommand(by: string, terminal: Terminal): Promise<void> {
  if (by === '')
    notUnderstood('BY', [`is missing: how far, ${DURATIONS[0]}`, `informe quanto, ${DURATIONS[1]}.`])
  const service = serviceOf(terminal)
  const body = { by: isoDuration(by) }
  let ran = 0
  for (;;) {
    const advanced = await post<Advanced>(service, '/test/clock/advance', body, { by: 'BY' })
    ran += advanced.ran
    for (const { kind, error } of advanced.failed)
      terminal.sayError([`${kind} failed: ${error}`, `${kind} falhou: ${error}`])
    if (advanced.complete)
      return terminal.say(
        [
          `The test clock is at ${advanced.now}; ${ran} jobs ran.`,
          `O relógio de teste está em ${advanced.now}; tarefas executadas: ${ran}.`,
        ],
        { ...advanced, ran },
      )
  }
}

function isoDuration(text: string): string {
  const [, count, unit] = SHORT_DURATION.exec(text) ?? []
  if (unit === undefined)
    return /^P/i.test(text)
      ? text
      : notUnderstood('BY', [
          `is how far, ${DURATIONS[0]}; not "${text}"`,
          `informe quanto, ${DURATIONS[1]}; não "${text}".`,
        ])
  if (unit === 'h' || unit === 's') return `PT${count}${unit.toUpperCase()}`
  return unit === 'min' ? `PT${count}M` : `P${count}${unit.charAt(0).toUpperCase()}`
}

const PAY_NAMES: Names = { id: 'ID', amount: '--amount', method: '--method' }

export async function payCommand(
  { amount, method }: { amount?: string; method?: string },
  id: string,
  terminal: Terminal,
): Promise<void> {
  if (id === '')
    notUnderstood('ID', [
      'is missing: a recharge (rch_...) or an invoice (its id)',
      'informe uma recarga (rch_...) ou uma fatura (o id dela).',
    ])
  const input = { ...(amount !== undefined && { amount }), ...(method !== undefined && { method }) }
  const path = `/test/charges/${encodeURIComponent(id)}/pay`
  const paid = await post<Recharge | Invoice>(serviceOf(terminal), path, input, PAY_NAMES)
  const [english, portuguese] = 'payment_status' in paid ? cameOfInvoice(paid) : cameOfRecharge(paid)
  terminal.say([`${id} at the simulated bank: ${english}.`, `${id} no banco simulado: ${portuguese}.`], paid)
}

function cameOfInvoice(invoice: Invoice): Phrase {
  const { total, amount_paid, amount_due, amount_overpaid } = invoice
  const [all, paid, left, beyond] = [total, amount_paid, amount_due, amount_overpaid].map(
    (amount): Phrase => {
      const cents = centsFromNumber(amount) ?? 0n
      return [formatAmount(cents), formatBrl(cents)]
    },
  ) as [Phrase, Phrase, Phrase, Phrase]
  if (!isPaid(invoice))
    return [
      `paid ${paid[0]} of ${all[0]}, ${left[0]} left`,
      `pagos ${paid[1]} de ${all[1]}, faltam ${left[1]}`,
    ]
  return amount_overpaid > 0
    ? [
        `paid ${paid[0]}, ${beyond[0]} more than was due`,
        `pagos ${paid[1]}, ${beyond[1]} a mais do que o devido`,
      ]
    : [`paid in full, ${paid[0]}`, `pagamento integral, ${paid[1]}`]
}

const reais = (amount: string) => formatBrl(parseAmount(amount) ?? 0n)

/** A smaller payment completes it too; a much larger one is held. */
function cameOfRecharge({ status, amount, paid_amount = '0.00', held_amount }: Recharge): Phrase {
  const credited: Phrase =
    paid_amount === amount
      ? [`paid ${amount}`, `pagos ${reais(amount)}`]
      : [`paid ${paid_amount} of ${amount}`, `pagos ${reais(paid_amount)} de ${reais(amount)}`]
  const held: Phrase =
    held_amount === undefined
      ? ['', '']
      : [`, ${held_amount} held until it is reviewed`, `, ${reais(held_amount)} retidos até uma decisão`]
  return joined([credited, held, [`, it is ${status}`, `, situação: ${RECHARGE_STATES[status]}`]], '')
}

const RECHARGE_STATES: Readonly<Record<Recharge['status'], string>> = {
  pending: 'aguardando pagamento',
  completed: 'concluída',
  expired: 'vencida',
  failed: 'falhou',
  cancelled: 'cancelada',
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
    return terminal.say(
      [`${id} is sent again, as ${delivery.id}.`, `${id} será reenviada como ${delivery.id}.`],
      delivery,
    )
  }
  const { webhook = notUnderstood('--webhook', NEEDED_WEBHOOK) } = range
  const from = range.since ?? notUnderstood('--since', NEEDED_SINCE)
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
      return terminal.say(
        [`${replayed} deliveries are sent again.`, `Entregas que serão reenviadas: ${replayed}.`],
        { replayed, complete: true },
      )
  }
}

const NEEDED_WEBHOOK: Phrase = [
  'is needed where no delivery is named',
  'informe o webhook, se não indicar uma entrega.',
]
const NEEDED_SINCE: Phrase = [
  'is needed: send again what happened from then on',
  'informe a partir de quando reenviar o que aconteceu.',
]
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
    [
      `None of the ${data.length} webhooks has a delivery ${id}.`,
      `Nenhum dos webhooks (${data.length}) tem a entrega ${id}.`,
    ],
    'delivery_not_found',
  )
}
