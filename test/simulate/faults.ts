// The faults that a burst injects: what each does to the service, its database or another system, how often it is
// drawn, and how all of them end.
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../support/eventually.ts'
import type { Trouble as CarrierTrouble, FakeRoute } from '../support/fakes/fake-duffel.ts'
import type { Trouble as BankTrouble } from '../support/fakes/fake-psp.ts'
import type { Answering as Behaviour, Receiver } from '../support/fakes/receiver.ts'
import type { SimulatedDatabase } from './installation/database.ts'
import type { Installation } from './installation/installation.ts'
import type { SimulatedService } from './installation/services.ts'
import type { FaultPlan } from './plan.ts'
import { type Random, seededRandom } from './random.ts'

/** Faults of the service and its database, with their weights. */
export const SERVICE_FAULTS = {
  'kill service': 6,
  'pause service': 4,
  'pause service until its jobs are taken over': 2,
  'freeze database connections': 3,
  'cut database connections': 2,
  'kill database session': 3,
  'kill database server': 1,
  'fail over database': 2,
  'full disk': 2,
  'rolling restart': 2,
  'wrong clock': 2,
} as const

/** Faults of other systems, with their weights. */
export const EXTERNAL_FAULTS = {
  'carrier errors': 4,
  'bank errors': 4,
  'false bank callbacks': 1,
  'webhook receiver errors': 3,
  'mail server errors': 2,
} as const

/** Faults that restart a process. */
export const RESTARTING_FAULTS: ReadonlySet<string> = new Set([
  'kill service',
  'rolling restart',
  'wrong clock',
])

export type FaultKind = keyof typeof SERVICE_FAULTS | keyof typeof EXTERNAL_FAULTS

interface Target {
  installation: Installation
  service: SimulatedService
  random: Random
  forMs: number
}

const HANGING_MS = 1_500
/** After 10 s without a heartbeat a process counts as dead, at the next heartbeat of another one. */
const COUNTED_DEAD_MAX_MS = 30_000
/** Time for other processes to take over its jobs. */
const TAKE_OVER_MS = 3_000
const SKEWS_MS = [-4_000, -1_500, 1_500, 4_000]

const FAULTS: Readonly<Record<FaultKind, (target: Target) => Promise<void> | void>> = {
  'kill service': ({ service }) => service.restart('SIGKILL'),
  async 'pause service'({ service, forMs }) {
    service.signal('SIGSTOP')
    await pause(forMs)
    service.signal('SIGCONT')
  },
  // In the middle of deliveries: others take these over, and then the paused process continues with them.
  async 'pause service until its jobs are taken over'({ installation: { receiver, database }, service }) {
    await withReceiver(receiver, () => 'hang', HANGING_MS)
    service.signal('SIGSTOP')
    const countsAsDead = async () =>
      (await database.rows('select from processes where description = $1', [`all ${service.pid()}`]))
        .length === 0
    // If there is no other process, none takes over.
    await eventually('the process counts as dead', countsAsDead, COUNTED_DEAD_MAX_MS).catch(() => {})
    await pause(TAKE_OVER_MS)
    service.signal('SIGCONT')
  },
  async 'freeze database connections'({ service, forMs }) {
    service.proxy.freeze()
    await pause(forMs)
    service.proxy.thaw()
  },
  'cut database connections': ({ service }) => service.proxy.cut(),
  'kill database session': ({ installation }) => installation.database.kill('session'),
  'kill database server': ({ installation }) => installation.database.kill('server'),
  'fail over database': ({ installation }) => installation.database.failOver(),
  async 'full disk'({ installation: { disk }, forMs }) {
    await disk.fill()
    await pause(forMs)
    await disk.free()
  },
  async 'rolling restart'({ installation }) {
    for (const one of installation.services.all) if (!one.isSteady) await one.restart('SIGTERM')
  },
  'wrong clock': ({ service, random }) => service.restart('SIGTERM', { skewMs: random.pick(SKEWS_MS) }),
  'carrier errors'({ installation, random }) {
    for (let count = 5 + random.below(8); count > 0; count--)
      failNextCall(installation, random.pick(CARRIER_ROUTES), random)
  },
  'bank errors'({ installation: { bank, asaas, mercadoPago }, random }) {
    for (let count = 3 + random.below(6); count > 0; count--) {
      bank.trouble(random.pick(BANK_CALLS), random.pick(BANK_ERRORS))
      asaas.trouble(random.pick(ASAAS_CALLS), random.pick(CARD_BANK_ERRORS))
      mercadoPago.trouble(random.pick(MERCADO_PAGO_CALLS), random.pick(CARD_BANK_ERRORS))
    }
  },
  async 'false bank callbacks'({ installation: { bank, walletCallbackPath }, service, random }) {
    // They report unpaid charges as paid: the service must ask the bank.
    const unpaid = [...bank.books.charges.values()].filter(({ status }) => status === 'ATIVA')
    const txids = unpaid.slice(-4).map(({ txid }) => txid)
    if (txids.length === 0) return
    const options = { times: 1 + random.below(2), reversed: random.chance(50) }
    await bank.callBack(service.url + walletCallbackPath, txids, options).catch(() => {})
  },
  async 'webhook receiver errors'({ installation: { receiver }, random, forMs }) {
    const behaviour: Behaviour = () => {
      if (random.chance(40)) return OK
      return random.pick([{ status: 500 }, { status: 200, delayMs: 1_500 }, { status: 410 }, 'reset', 'hang'])
    }
    await withReceiver(receiver, behaviour, forMs)
  },
  'mail server errors'({ installation, random }) {
    for (let count = 2 + random.below(5); count > 0; count--)
      installation.mail.upcoming.push(random.pick([450, 451, 'cut']))
  },
}

const OK = { status: 200 }
/** Faults of the receiver may overlap: the latest decides, and each ends by itself. */
const behaviours: Behaviour[] = []

async function withReceiver(receiver: Receiver, behaviour: Behaviour, forMs: number): Promise<void> {
  behaviours.push(behaviour)
  receiver.answer = (request) => behaviours.at(-1)?.(request) ?? OK
  await pause(forMs)
  behaviours.splice(behaviours.indexOf(behaviour), 1)
}

const CARRIER_ROUTES: FakeRoute[] = [
  ...(['order', 'order', 'order', 'order', 'order', 'pay', 'pay'] as const),
  ...(['confirm', 'quote', 'readOrder', 'listOrders', 'offer', 'search'] as const),
]
const BANK_CALLS = [
  ...['PUT /cob', 'PUT /cob', 'GET /cob', 'PATCH /cob', 'PUT /pix', 'POST /oauth', 'GET /pix'],
  ...['POST /locrec', 'POST /rec', 'GET /rec', 'PATCH /rec', 'PUT /cobr', 'POST /cobr', 'PATCH /cobr'],
]
const BANK_ERRORS: BankTrouble[] = [500, 503, 429, 'reset', 'half', 'garbage', 'redirect']
const ASAAS_CALLS = ['POST /payments', 'GET /payments', 'DELETE', 'POST /installments', 'GET /installments']
const MERCADO_PAGO_CALLS = ['POST /checkout', 'GET /checkout', 'PUT /checkout', 'GET /v1', 'POST /v1']
const CARD_BANK_ERRORS = [500, 503, 429, 'lost', 'garbage'] as const

/** Whatever the response, the call may have succeeded or not; an order may also exist and not be listed yet. */
function failNextCall({ carrier }: Installation, route: FakeRoute, random: Random): void {
  const answers = random.pick(UNCLEAR_RESPONSES)
  const does = random.pick(route === 'order' ? EFFECTS_OF_ORDER : EFFECTS)
  carrier.upset(route, random.chance(20) ? REFUSAL : { does, answers })
}

const EFFECTS_OF_ORDER = ['work', 'work', 'hidden', 'hidden', 'nothing'] as const
const EFFECTS = ['nothing', 'work'] as const
const UNCLEAR_RESPONSES: CarrierTrouble['answers'][] = ['reset', 'half', { status: 500 }, { status: 503 }]
const REFUSAL: CarrierTrouble = { does: 'nothing', answers: { status: 429 } }

/** Waits for its time, and returns when the fault has ended. */
export async function injectFault(
  installation: Installation,
  seed: string,
  { name, kind, process, afterMs, forMs }: FaultPlan,
): Promise<void> {
  await pause(afterMs)
  const service = installation.services.all[process]
  if (service !== undefined)
    await FAULTS[kind]({ installation, service, random: seededRandom(seed, name, 'injection'), forMs })
}

/** Ends the faults of other systems. Hidden orders are listed, and refunds that banks accepted are completed. */
export function endFaults({ carrier, bank, asaas, mercadoPago, mail }: Installation): void {
  carrier.calm()
  carrier.reveal()
  bank.calm()
  asaas.calm()
  mercadoPago.calm()
  bank.release()
  bank.books.refundsEnd = 'DEVOLVIDO'
  for (const refund of bank.books.payments.flatMap(({ devolucoes = [] }) => devolucoes))
    if (refund.status === 'EM_PROCESSAMENTO') bank.books.settle(refund, 'DEVOLVIDO')
  mail.upcoming.length = 0
}

export interface Disk {
  /** It stays full until each `fill` has its `free`. */
  fill(): Promise<void>
  free(): Promise<void>
}

/** A full disk stops their inserts only: heartbeats and migrations continue. */
const ALWAYS_WRITABLE = ['processes', 'migrations']

/**
 * A full disk, as PostgreSQL reports it: inserts fail, reads and updates continue. The triggers exist from the beginning
 * and only their function is replaced, so that no statement waits for a lock.
 */
export async function prepareFullDisk({ rows }: Pick<SimulatedDatabase, 'rows'>): Promise<Disk> {
  let filled = 0
  let queue: Promise<unknown> = Promise.resolve()
  const update = async () => {
    const body =
      filled > 0 ? `raise exception 'could not extend file' using errcode = '53100'` : 'return null'
    queue = queue.then(() =>
      rows(
        `create or replace function simulated_disk() returns trigger language plpgsql as $$ begin ${body}; end $$`,
      ),
    )
    await queue
  }

  await update()
  const tables = await rows(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and c.relname <> all($1)`,
    [ALWAYS_WRITABLE],
  )
  for (const { name } of tables)
    await rows(
      `create or replace trigger simulated_disk before insert on ${name} execute function simulated_disk()`,
    )
  return {
    async fill() {
      filled++
      await update()
    },
    async free() {
      filled--
      await update()
    },
  }
}
