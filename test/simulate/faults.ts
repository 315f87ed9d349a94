// What each kind of fault does, and how everything is repaired.
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../support/eventually.ts'
import type { Trouble as CarrierTrouble, FakeRoute } from '../support/fakes/fake-duffel.ts'
import type { Trouble as BankTrouble } from '../support/fakes/fake-psp.ts'
import type { Answering, Receiver } from '../support/fakes/receiver.ts'
import type { FaultKind } from './fault-kinds.ts'
import type { FaultPlan } from './plan.ts'
import { type Random, random } from './random.ts'
import type { SimulatedService } from './services.ts'
import type { Town } from './town.ts'

interface Strike {
  town: Town
  service: SimulatedService
  chance: Random
  forMs: number
}

type Fault = (strike: Strike) => Promise<void> | void

const HUNG_MS = 1_500
/** After 10 s of silence the process counts as dead, at another's next beat. */
const TAKEN_OVER_MAX_MS = 30_000
/** Time for other processes to take over its jobs. */
const TAKEN_OVER_MS = 3_000
const SKEWS_MS = [-4_000, -1_500, 1_500, 4_000]

const FAULTS: Readonly<Record<FaultKind, Fault>> = {
  'kill service': ({ service }) => service.restart('SIGKILL'),
  async 'pause service'({ service, forMs }) {
    service.signal('SIGSTOP')
    await pause(forMs)
    service.signal('SIGCONT')
  },
  // In the middle of deliveries, and longer than its claims last: others take over, and then it continues.
  async 'pause beyond claims'({ town: { receiver, database }, service }) {
    await whileAnswering(receiver, () => 'hang', HUNG_MS)
    service.signal('SIGSTOP')
    const isTakenOver = async () =>
      (await database.rows('select from processes where description = $1', [`all ${service.pid()}`]))
        .length === 0
    // Without another process, none takes over.
    await eventually('others take over', isTakenOver, TAKEN_OVER_MAX_MS).catch(() => {})
    await pause(TAKEN_OVER_MS)
    service.signal('SIGCONT')
  },
  async 'freeze line'({ service, forMs }) {
    service.line.freeze()
    await pause(forMs)
    service.line.thaw()
  },
  'cut line': ({ service }) => service.line.cut(),
  'kill session of database': ({ town }) => town.database.kill('session'),
  'kill database': ({ town }) => town.database.kill('server'),
  'fail-over': ({ town }) => town.database.failOver(),
  async 'full disk'({ town: { disk }, forMs }) {
    await disk.fill()
    await pause(forMs)
    await disk.free()
  },
  async 'rolling restart'({ town }) {
    for (const one of town.services.all) if (!one.isSteady) await one.restart('SIGTERM')
  },
  'wrong clock': ({ service, chance }) => service.restart('SIGTERM', { skewMs: chance.pick(SKEWS_MS) }),
  'carrier in trouble'({ town, chance }) {
    for (let count = 5 + chance.below(8); count > 0; count--) upset(town, chance.pick(CARRIER_ROUTES), chance)
  },
  'bank in trouble'({ town, chance }) {
    for (let count = 3 + chance.below(6); count > 0; count--) {
      town.bank.trouble(chance.pick(BANK_CALLS), chance.pick(BANK_TROUBLES))
      town.asaas.trouble(chance.pick(ASAAS_CALLS), chance.pick(CARD_TROUBLES))
      town.pago.trouble(chance.pick(PAGO_CALLS), chance.pick(CARD_TROUBLES))
    }
  },
  async 'bank tells lies'({ town, service, chance }) {
    // For unpaid charges: the callback must not be believed.
    const open = [...town.bank.books.charges.values()].filter(({ status }) => status === 'ATIVA')
    const told = open.slice(-4).map(({ txid }) => txid)
    if (told.length === 0) return
    const options = { times: 1 + chance.below(2), reversed: chance.chance(50) }
    await town.bank.callBack(service.url + town.walletCallbacks, told, options).catch(() => {})
  },
  async 'receiver in trouble'({ town: { receiver }, chance, forMs }) {
    const answer: Answering = () => {
      if (chance.chance(40)) return WELL
      return chance.pick([{ status: 500 }, { status: 200, delayMs: 1_500 }, { status: 410 }, 'reset', 'hang'])
    }
    await whileAnswering(receiver, answer, forMs)
  },
  'mail server in trouble'({ town, chance }) {
    for (let count = 2 + chance.below(5); count > 0; count--)
      town.mail.upcoming.push(chance.pick([450, 451, 'cut']))
  },
}

const WELL = { status: 200 }
/** The receiver's current behaviour: the last one counts, and each ends by itself. */
const moods: Answering[] = []

async function whileAnswering(receiver: Receiver, answer: Answering, forMs: number): Promise<void> {
  moods.push(answer)
  receiver.answer = (request) => moods.at(-1)?.(request) ?? WELL
  await pause(forMs)
  moods.splice(moods.indexOf(answer), 1)
}

const CARRIER_ROUTES: FakeRoute[] = [
  'order',
  'order',
  'order',
  'order',
  'order',
  'pay',
  'pay',
  'confirm',
  'quote',
  'readOrder',
  'listOrders',
  'offer',
  'search',
]
const BANK_CALLS = [
  ...['PUT /cob', 'PUT /cob', 'GET /cob', 'PATCH /cob', 'PUT /pix', 'POST /oauth', 'GET /pix'],
  ...['POST /locrec', 'POST /rec', 'GET /rec', 'PATCH /rec', 'PUT /cobr', 'POST /cobr', 'PATCH /cobr'],
]
const BANK_TROUBLES: BankTrouble[] = [500, 503, 429, 'reset', 'half', 'garbage', 'redirect']
const ASAAS_CALLS = ['POST /payments', 'GET /payments', 'DELETE', 'POST /installments', 'GET /installments']
const PAGO_CALLS = ['POST /checkout', 'GET /checkout', 'PUT /checkout', 'GET /v1', 'POST /v1']
const CARD_TROUBLES = [500, 503, 429, 'lost', 'garbage'] as const

/** Whatever it responds, the request may have succeeded or not; an order may also exist and stay hidden. */
function upset({ carrier }: Town, route: FakeRoute, chance: Random): void {
  const answers = chance.pick(IN_DOUBT)
  const does = chance.pick(route === 'order' ? ORDERED : DONE)
  carrier.upset(route, chance.chance(20) ? REFUSED : { does, answers })
}

const ORDERED = ['work', 'work', 'hidden', 'hidden', 'nothing'] as const
const DONE = ['nothing', 'work'] as const
const IN_DOUBT: CarrierTrouble['answers'][] = ['reset', 'half', { status: 500 }, { status: 503 }]
const REFUSED: CarrierTrouble = { does: 'nothing', answers: { status: 429 } }

/** Comes when it is due, and ends by itself. */
export async function strike(town: Town, seed: string, { name, kind, process, afterMs, forMs }: FaultPlan) {
  await pause(afterMs)
  const service = town.services.all[process]
  if (service !== undefined)
    await FAULTS[kind]({ town, service, chance: random(seed, name, 'strike'), forMs })
}

/** Ends all faults. Hidden orders become visible, and accepted payments are reported. */
export function calm({ carrier, bank, asaas, pago, mail }: Town): void {
  carrier.calm()
  carrier.reveal()
  bank.calm()
  asaas.calm()
  pago.calm()
  bank.release()
  bank.books.refundsEnd = 'DEVOLVIDO'
  for (const refund of bank.books.payments.flatMap(({ devolucoes = [] }) => devolucoes))
    if (refund.status === 'EM_PROCESSAMENTO') bank.books.settle(refund, 'DEVOLVIDO')
  mail.upcoming.length = 0
}
