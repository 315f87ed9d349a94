// Plays one burst: opens agencies, runs actors while faults strike, lets everything settle, and checks the
// laws.
import { setTimeout as pause } from 'node:timers/promises'
import { strike } from './faults.ts'
import { judge, type Violation } from './laws/all.ts'
import { makeLife } from './life.ts'
import { type ActorPlan, AGENCIES, type BurstPlan } from './plan.ts'
import { passQuietly } from './quiet.ts'
import { random } from './random.ts'
import { settle } from './settle.ts'
import { openAgency, type Shop } from './shop.ts'
import { STEPS } from './steps.ts'
import type { Town } from './town.ts'
import { isAcknowledged } from './writes.ts'

export interface Played {
  plan: BurstPlan
  violations: Violation[]
  checked: number
  writes: number
  acknowledged: number
  inDoubt: number
  /** Requests, responses and faults in the order of time. */
  history: string[]
  tookMs: number
}

const STEP_PAUSE_MAX_MS = 250
/** Marks of recharges and payments are amounts: an actor has so many cents, a step one of them. */
const CENTS_PER_ACTOR = 100

export async function playBurst(town: Town, seed: string, plan: BurstPlan): Promise<Played> {
  const startMs = performance.now()
  const since = () => `${String(Math.round(performance.now() - startMs)).padStart(6)} ms`
  const history: string[] = []
  const agencies: Shop[][] = []
  // Earlier bursts were checked already. Payments too: all agencies share one bank, and each would read all
  // others' again.
  const { asaas, bank, carrier, mail, pago, receiver } = town
  for (const seen of [receiver.requests, mail.mails, carrier.requests, bank.calls, bank.books.payments])
    seen.length = 0
  for (const seen of [asaas.calls, asaas.books.payments, asaas.books.customers, asaas.books.webhooks])
    seen.length = 0
  for (const seen of [pago.calls, pago.books.preferences, pago.books.payments, pago.books.chargebacks])
    seen.length = 0
  // Steps that could not continue are reported like other unfinished work.
  const left: string[] = []
  const noted = (work: Promise<unknown>) => work.catch((error: Error) => left.push(error.message))

  async function openAll(): Promise<void> {
    for (let number = 0; number < AGENCIES; number++)
      agencies.push(
        plan.actors.some(({ agency }) => agency === number)
          ? await openAgency(town, seed, `b${plan.number}-${number}-${randomName()}`)
          : [],
      )
  }

  async function act({ name, agency, mode, steps }: ActorPlan, index: number): Promise<void> {
    const shop = agencies[agency]?.find((one) => one.mode === mode)
    if (shop === undefined) return
    for (const [number, step] of steps.entries()) {
      const mark = `${name}.s${number}`
      const chance = random(seed, mark)
      const cents = (index + 1) * CENTS_PER_ACTOR + number
      const before = shop.writes.length
      const beganAt = since()
      await STEPS[step](makeLife({ town, shop, chance, mark, cents }))
      const told = shop.writes
        .slice(before)
        .filter((write) => write.mark.startsWith(mark))
        .map(
          ({ question, answer, doubts }) =>
            `${question.method} ${question.path} ${answer?.status ?? '?'}${doubts ? ` after ${doubts} doubts` : ''}`,
        )
      history.push(`${beganAt} ${mark} ${shop.name} ${step}: ${told.join(', ') || 'nothing'}`)
      await pause(chance.below(STEP_PAUSE_MAX_MS))
    }
  }

  await noted(openAll())
  const striking = plan.faults.map(async (fault) => {
    await noted(strike(town, seed, fault))
    history.push(`${since()} ${fault.name} ${fault.kind} ended (process ${fault.process}, ${fault.forMs} ms)`)
  })
  await Promise.all([...plan.actors.map((actor) => noted(act(actor, indexOf(actor)))), ...striking])
  const shops = agencies.flat()
  history.push(`${since()} everything settles`)
  await noted(settle(town, shops).then((unfinished) => left.push(...unfinished)))
  history.push(`${since()} a quiet while`)
  await noted(
    passQuietly(town, shops, seed, `b${plan.number}`).then((unfinished) => left.push(...unfinished)),
  )
  history.push(`${since()} the laws are asked`)
  const { checked, violations } = await judge(town, shops)
  if (left.length > 0) violations.unshift({ law: 'everything comes to an end', faults: left })
  const writes = shops.flatMap((shop) => shop.writes)
  return {
    plan,
    violations,
    checked: checked + 1,
    writes: writes.length,
    acknowledged: writes.filter(isAcknowledged).length,
    inDoubt: writes.filter(({ doubts }) => doubts > 0).length,
    history,
    tookMs: performance.now() - startMs,
  }
}

/** Its index in the whole burst, also if others were left out. */
const indexOf = ({ name }: ActorPlan) => Number(name.split('.a')[1])

/** Bursts may be played twice in one town. */
let opened = 0
const randomName = () => `${++opened}`
