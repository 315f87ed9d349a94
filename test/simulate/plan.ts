// The plan of a burst, drawn from the seed alone: actors with their steps, and faults with their times. Each part is
// drawn by its name, so that a burst can be replayed without some parts.
import { EXTERNAL_FAULTS, type FaultKind, RESTARTING_FAULTS, SERVICE_FAULTS } from './faults.ts'
import { seededRandom } from './random.ts'
import type { StepName } from './steps/steps.ts'

export interface ActorPlan {
  /** `b3.a2`: actor 2 of burst 3. */
  name: string
  /** The number of its agency in the burst. */
  agency: number
  mode: 'live' | 'test'
  steps: StepName[]
}

export interface FaultPlan {
  /** `b3.f0`: fault 0 of burst 3. */
  name: string
  kind: FaultKind
  /** The process that it happens to, if it happens to one. */
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
  /** How many more processes no fault restarts. */
  steady: number
  /** How many steps each actor has. */
  steps: number
}

export const AGENCIES = 3
const BURST_MS = 6_000

type Weights = Partial<Record<StepName, number>>

/** Actors of the whole product. */
const GENERALISTS = 8
const GENERAL_STEPS = {
  searchFlights: 1,
  holdBooking: 6,
  bookInstantly: 6,
  confirmHold: 6,
  cancelBooking: 4,
  recharge: 7,
  cancelRecharge: 1,
  createClient: 5,
  createInvoice: 7,
  recordPayment: 4,
  refundPix: 3,
  createQuote: 3,
  invoiceQuote: 4,
  createRecurringInvoice: 3,
  createTrip: 5,
  addTripItem: 3,
  changeTripItem: 3,
  cancelTripItem: 3,
  invoiceTrip: 8,
  endTripInvoice: 2,
  mergeTrips: 3,
  createKey: 2,
  revokeKey: 2,
  rotateWebhookSecret: 1,
  passMonth: 1,
  changeRole: 2,
  readLists: 4,
} as const satisfies Weights

/** Actors of one way to pay, which needs many steps in a row. */
const PAYMENT_STEPS = {
  cards: {
    createClient: 1,
    sellByCard: 6,
    retryCard: 4,
    refundCard: 3,
    openDispute: 4,
    decideDispute: 5,
    creditOverpayment: 2,
  },
  mandates: { offerMandate: 2, advanceMandate: 11, passMonth: 1 },
  credit: {
    ...{ createClient: 1, sellByCard: 2, sellWithEarlyDiscount: 3, createInvoice: 3, recordPayment: 5 },
    ...{ createCreditNote: 5, creditOverpayment: 5, useCredit: 5, sellByPixKey: 3, confirmReceipts: 2 },
  },
} as const satisfies Record<string, Weights>
type PaymentKind = keyof typeof PAYMENT_STEPS
/** Each works for another agency in each burst, because agencies have different banks for cards. */
const PAYMENT_ACTORS = ['cards', 'mandates', 'credit', 'cards', 'mandates'] as const satisfies PaymentKind[]
/** How many more steps they have than others. */
const PAYMENT_STEPS_FACTOR = 1.6

export function planBurst({ seed, processes, steady, steps }: PlanOptions, number: number): BurstPlan {
  const burst = `b${number}`
  const actors = Array.from({ length: GENERALISTS }, (_, index): ActorPlan => {
    const name = `${burst}.a${index}`
    const random = seededRandom(seed, name)
    const mode = random.chance(60) ? 'live' : 'test'
    const drawn = Array.from({ length: steps }, () => random.weighted(GENERAL_STEPS))
    return { name, agency: index % AGENCIES, mode, steps: withClient(drawn) }
  })
  for (const [index, kind] of PAYMENT_ACTORS.entries()) {
    const actor = GENERALISTS + index
    actors.push(
      planPaymentActor(seed, `${burst}.a${actor}`, { kind, agency: (actor + number) % AGENCIES, steps }),
    )
  }
  const random = seededRandom(seed, burst, 'faults')
  const [ofService, external] = [1 + random.below(3), 2 + random.below(3)]
  const faults = Array.from({ length: ofService + external }, (_, index): FaultPlan => {
    const name = `${burst}.f${index}`
    const own = seededRandom(seed, name)
    const kind = index < ofService ? own.weighted(SERVICE_FAULTS) : own.weighted(EXTERNAL_FAULTS)
    const afterMs = own.below(BURST_MS)
    const forMs = own.pick([300, 1_000, 3_000, 6_000, 13_000])
    const process = own.below(RESTARTING_FAULTS.has(kind) ? processes : processes + steady)
    return { name, kind, process, afterMs, forMs }
  })
  return { number, actors, faults }
}

function planPaymentActor(
  seed: string,
  name: string,
  { kind, agency, steps }: { kind: PaymentKind; agency: number; steps: number },
): ActorPlan {
  const random = seededRandom(seed, name)
  const mode = random.chance(70) ? 'live' : 'test'
  const weights: Record<string, number> = PAYMENT_STEPS[kind]
  const count = Math.ceil(steps * PAYMENT_STEPS_FACTOR)
  const drawn = Array.from({ length: count }, () => random.weighted(weights) as StepName)
  return { name, agency, mode, steps: withClient(drawn) }
}

/** Invoices, quotes and trips need a client. */
const withClient = (steps: StepName[]): StepName[] => ['createClient', ...steps]

/** The same burst with these parts alone. */
export function onlyParts({ number, actors, faults }: BurstPlan, parts: ReadonlySet<string>): BurstPlan {
  const isKept = ({ name }: { name: string }) => parts.has(name)
  return { number, actors: actors.filter(isKept), faults: faults.filter(isKept) }
}

export const partsOf = ({ actors, faults }: BurstPlan): string[] =>
  [...actors, ...faults].map(({ name }) => name)
