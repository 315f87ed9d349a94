// The plan of a burst, drawn from the seed alone: actors with their steps, and faults with their times. Each
// part is drawn by its name, so that a burst can be replayed without some parts.
import { ENDING_FAULTS, type FaultKind, HARD_FAULTS, OUTSIDE_FAULTS } from './fault-kinds.ts'
import { random } from './random.ts'
import type { StepName } from './steps.ts'

export interface ActorPlan {
  /** `b3.a2`: the second of the third burst. */
  name: string
  agency: number
  mode: 'live' | 'test'
  steps: StepName[]
}

export interface FaultPlan {
  /** `b3.f0`. */
  name: string
  kind: FaultKind
  /** Of the service, where it is about one. */
  process: number
  afterMs: number
  forMs: number
}

export interface BurstPlan {
  number: number
  actors: ActorPlan[]
  faults: FaultPlan[]
}

interface PlanOptions {
  seed: string
  processes: number
  steady: number
  /** Of each actor. */
  steps: number
}

export const AGENCIES = 3
const ACTORS = 8
/** How many times as many steps they have as others. */
const PAYER_STEPS = 1.6
const BURST_MS = 6_000

type Weights = Partial<Record<StepName, number>>

/** How often each is done, of those that a mode has. */
const WEIGHTS = {
  search: 1,
  hold: 6,
  instant: 6,
  confirm: 6,
  cancel: 4,
  recharge: 7,
  giveUpRecharge: 1,
  client: 5,
  invoice: 7,
  receive: 4,
  giveBack: 3,
  quote: 3,
  sell: 4,
  subscribe: 3,
  trip: 5,
  tripItem: 3,
  changeItem: 3,
  cancelItem: 3,
  bill: 8,
  endBill: 2,
  mergeTrips: 3,
  newKey: 2,
  revokeKey: 2,
  rotateSecret: 1,
  passMonth: 1,
  changeRole: 2,
  look: 4,
} as const satisfies Weights

/** Of payers, by what they do. */
const PAYING = {
  cards: {
    client: 1,
    sellByCard: 6,
    payAgain: 4,
    refundCard: 3,
    contest: 4,
    decideDispute: 5,
    keepOverpaid: 2,
  },
  debits: { subscribeByDebit: 2, moveMandate: 11, passMonth: 1 },
  credit: {
    ...{ client: 1, sellByCard: 2, sellEarly: 3, invoice: 3, receive: 5, creditNote: 5, keepOverpaid: 5 },
    ...{ spendCredit: 5, sellByKey: 3, confirmReceipts: 2 },
  },
} as const satisfies Record<string, Weights>
/** One of each in every burst, of another agency each time: each has another bank for cards. */
const PAYERS = ['cards', 'debits', 'credit', 'cards', 'debits'] as const satisfies (keyof typeof PAYING)[]

export function planBurst({ seed, processes, steady, steps }: PlanOptions, number: number): BurstPlan {
  const burst = `b${number}`
  const actors = Array.from({ length: ACTORS }, (_, index): ActorPlan => {
    const name = `${burst}.a${index}`
    const chance = random(seed, name)
    const mode = chance.chance(60) ? 'live' : 'test'
    // Nothing can be invoiced to nobody.
    const drawn = Array.from({ length: steps }, () => chance.weighed(WEIGHTS))
    return { name, agency: index % AGENCIES, mode, steps: ['client', ...drawn] }
  })
  for (const [index, what] of PAYERS.entries()) {
    const place = ACTORS + index
    actors.push(planPayer(seed, `${burst}.a${place}`, { what, agency: (place + number) % AGENCIES, steps }))
  }
  const chance = random(seed, burst, 'faults')
  const [hard, outside] = [1 + chance.below(3), 2 + chance.below(3)]
  const faults = Array.from({ length: hard + outside }, (_, index): FaultPlan => {
    const name = `${burst}.f${index}`
    const own = random(seed, name)
    const kind = index < hard ? own.weighed(HARD_FAULTS) : own.weighed(OUTSIDE_FAULTS)
    const afterMs = own.below(BURST_MS)
    const forMs = own.pick([300, 1_000, 3_000, 6_000, 13_000])
    const process = own.below(ENDING_FAULTS.has(kind) ? processes : processes + steady)
    return { name, kind, process, afterMs, forMs }
  })
  return { number, actors, faults }
}

/** Does nothing but ways to pay: those need many steps one after the other. */
function planPayer(
  seed: string,
  name: string,
  { what, agency, steps }: { what: keyof typeof PAYING; agency: number; steps: number },
): ActorPlan {
  const chance = random(seed, name)
  const mode = chance.chance(70) ? 'live' : 'test'
  const weights: Record<string, number> = PAYING[what]
  const count = Math.ceil(steps * PAYER_STEPS)
  const drawn = Array.from({ length: count }, () => chance.weighed(weights) as StepName)
  return { name, agency, mode, steps: ['client', ...drawn] }
}

/** The same burst with these parts alone. */
export function onlyParts({ number, actors, faults }: BurstPlan, parts: ReadonlySet<string>): BurstPlan {
  const kept = ({ name }: { name: string }) => parts.has(name)
  return { number, actors: actors.filter(kept), faults: faults.filter(kept) }
}

export const partsOf = ({ actors, faults }: BurstPlan): string[] =>
  [...actors, ...faults].map(({ name }) => name)
