// Plays one burst: creates agencies, runs actors while faults are injected, lets everything settle, and checks the
// invariants.
import { setTimeout as pause } from 'node:timers/promises'
import { type Agency, createAgency } from './agency.ts'
import { injectFault } from './faults.ts'
import type { Installation } from './installation/installation.ts'
import { checkInvariants, type Violation } from './invariants/invariants.ts'
import { type ActorPlan, AGENCIES, type BurstPlan, type FaultPlan } from './plan.ts'
import { playQuietPeriod } from './quiet-period.ts'
import { seededRandom } from './random.ts'
import { settle } from './settle.ts'
import { makeContext } from './steps/context.ts'
import { STEPS } from './steps/steps.ts'
import { isAcknowledged } from './writes.ts'

export interface BurstResult {
  plan: BurstPlan
  violations: Violation[]
  /** How many invariants were checked. */
  checked: number
  writes: number
  acknowledged: number
  /** Writes whose first attempt had no final response. */
  retried: number
  /** Steps with their responses, and faults, in the order of time. */
  history: string[]
  tookMs: number
}

const STEP_PAUSE_MAX_MS = 250
/** Each actor has a range of cents for marks that are amounts, and each step one of them. */
const MARK_CENTS_PER_ACTOR = 100

export async function playBurst(
  installation: Installation,
  seed: string,
  plan: BurstPlan,
): Promise<BurstResult> {
  const startMs = performance.now()
  const elapsed = () => `${String(Math.round(performance.now() - startMs)).padStart(6)} ms`
  const history: string[] = []
  const unfinished: string[] = []
  const collectError = (work: Promise<unknown>) =>
    work.catch((error: Error) => void unfinished.push(error.message))
  const agencies: Agency[][] = []
  forgetEarlierBursts(installation)

  async function createAgencies(): Promise<void> {
    for (let number = 0; number < AGENCIES; number++) {
      const isUsed = plan.actors.some(({ agency }) => agency === number)
      const name = `b${plan.number}-${number}-${uniqueSuffix()}`
      agencies.push(isUsed ? await createAgency(installation, seed, name) : [])
    }
  }

  async function runActor(actor: ActorPlan): Promise<void> {
    const agency = agencies[actor.agency]?.find(({ mode }) => mode === actor.mode)
    if (agency === undefined) return
    for (const [number, step] of actor.steps.entries()) {
      const mark = `${actor.name}.s${number}`
      const random = seededRandom(seed, mark)
      const markCents = (indexOf(actor) + 1) * MARK_CENTS_PER_ACTOR + number
      const before = agency.writes.length
      const startedAt = elapsed()
      await STEPS[step](makeContext({ installation, agency, random, mark, markCents }))
      history.push(`${startedAt} ${mark} ${agency.name} ${step}: ${writesOf(agency, before, mark)}`)
      await pause(random.below(STEP_PAUSE_MAX_MS))
    }
  }

  async function runFault(fault: FaultPlan): Promise<void> {
    await collectError(injectFault(installation, seed, fault))
    const { name, kind, process, forMs } = fault
    history.push(`${elapsed()} ${name} ${kind} ended (process ${process}, ${forMs} ms)`)
  }

  await collectError(createAgencies())
  await Promise.all([
    ...plan.actors.map((actor) => collectError(runActor(actor))),
    ...plan.faults.map((fault) => runFault(fault)),
  ])
  const all = agencies.flat()
  history.push(`${elapsed()} everything settles`)
  await collectError(settle(installation, all).then((jobs) => unfinished.push(...jobs)))
  history.push(`${elapsed()} quiet period`)
  await collectError(
    playQuietPeriod(installation, all, seed, `b${plan.number}`).then((jobs) => unfinished.push(...jobs)),
  )
  history.push(`${elapsed()} the invariants are checked`)
  const { checked, violations } = await checkInvariants(installation, all)
  if (unfinished.length > 0) violations.unshift({ invariant: 'all work finishes', problems: unfinished })
  const writes = all.flatMap((agency) => agency.writes)
  return {
    plan,
    violations,
    checked: checked + 1,
    writes: writes.length,
    acknowledged: writes.filter(isAcknowledged).length,
    retried: writes.filter(({ failedAttempts }) => failedAttempts > 0).length,
    history,
    tookMs: performance.now() - startMs,
  }
}

/**
 * Earlier bursts are checked already. Payments are forgotten too: all agencies share one bank, and each would read those
 * of all others again.
 */
function forgetEarlierBursts({ asaas, bank, carrier, mail, mercadoPago, receiver }: Installation): void {
  const { preferences, payments, chargebacks } = mercadoPago.books
  for (const records of [
    ...[receiver.requests, mail.mails, carrier.requests, bank.calls, bank.books.payments],
    ...[asaas.calls, asaas.books.payments, asaas.books.customers, asaas.books.webhooks],
    ...[mercadoPago.calls, preferences, payments, chargebacks],
  ])
    records.length = 0
}

/** The requests of a step with their status. Other actors of the agency write at the same time. */
function writesOf({ writes }: Agency, from: number, mark: string): string {
  const own = writes.slice(from).filter((write) => write.mark.startsWith(mark))
  const texts = own.map(({ request, response, failedAttempts }) => {
    const retries = failedAttempts > 0 ? ` after ${failedAttempts} failed attempts` : ''
    return `${request.method} ${request.path} ${response?.status ?? '?'}${retries}`
  })
  return texts.join(', ') || 'no writes'
}

/** Of the whole burst, also if other actors are left out. */
const indexOf = ({ name }: ActorPlan) => Number(name.split('.a')[1])

/** The same burst may be played twice in one installation. */
let suffixes = 0
const uniqueSuffix = () => `${++suffixes}`
