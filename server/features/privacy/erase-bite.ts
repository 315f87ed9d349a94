// Erases a person bite by bite, each in a transaction that also notes how far it has come: after a crash the next one
// goes on from there. Bites are taken one at a time in a process, the teams in turn.
import { COUNTED, type ErasureCounts } from '../../../contract/erasures.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { reviveNamed } from '../../kernel/jobs/stored-jobs.ts'
import { aside } from '../../kernel/outbox/steps.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { perWorld } from '../../kernel/process/batcher.ts'
import { type FairQueue, makeFairQueue } from '../../kernel/process/fair-queue.ts'
import type { World } from '../world.ts'
import { type Erasing, openErasing, personOf, STEP_NAMES, sealErasing, withTexts } from './erasing.ts'
import { lockErasure, updateErasure } from './erasure-store.ts'
import { type Bite, STEPS } from './steps.ts'
import * as work from './work.ts'

/** Of one piece: then whatever else is due has its turn, and a stop need not wait. */
const BITES_AT_ONCE = 20

const turnsOf: (host: object) => FairQueue = perWorld(() =>
  makeFairQueue({ slots: 1, slotsEach: 1, waitingMax: Number.POSITIVE_INFINITY }),
)

/** Due work: some bites, and then a piece for the rest. */
export async function erasePerson(
  world: World,
  { payload, scope, last }: TaskOf<typeof work.erasePerson>,
): Promise<void> {
  const { erasure_id, part } = payload
  for (let n = 0; n < BITES_AT_ONCE; n++) if (await eraseBite(world, scope, erasure_id)) return
  await transaction(world, last, async (tx) => scheduleErasing(tx, erasure_id, part + 1))
}

export function scheduleErasing(tx: Tx, erasureId: string, part: number): void {
  const payload = { erasure_id: erasureId, part }
  schedule(tx, work.erasePerson, { at: tx.now, key: `${erasureId} ${part}`, payload })
}

/** Whoever asks again has what was given up, after too many failures, begun anew. */
export async function goOnErasing(tx: Tx, erasureId: string): Promise<void> {
  await reviveNamed(tx, work.erasePerson, `${erasureId} `)
}

/** True when nothing is left. */
export function eraseBite(world: World, scope: Scope, erasureId: string): Promise<boolean> {
  const { owner } = scope
  return turnsOf(world).run(`${owner.teamId} ${owner.mode}`, () =>
    transaction(world, aside(scope), (tx) => bite(tx, erasureId)),
  )
}

async function bite(tx: Tx, id: string): Promise<boolean> {
  const erasure = await lockErasure(tx, id)
  if (erasure === undefined || erasure.state === null) return true
  const erasing = openErasing(tx.secretBox, id, erasure.state)
  const wanted = { erasing, person: personOf(erasing), until: erasure.erased_at }
  const taken = await STEPS[erasing.step](tx, wanted)
  const rest = nextOf(erasing, taken)
  const state = rest === undefined ? null : sealErasing(tx.secretBox, id, rest)
  const counts = sumOf(erasure.counts, taken.counts ?? {})
  await updateErasure(tx, { id, counts, state, completed_at: state === null ? tx.now : null })
  return state === null
}

/** Undefined when that was the last bite of all. */
function nextOf(erasing: Erasing, { texts = [], next }: Bite): Erasing | undefined {
  const known = withTexts(erasing, texts)
  if (next !== null) return { ...known, afterRow: next }
  const step = STEP_NAMES[STEP_NAMES.indexOf(erasing.step) + 1]
  return step && { ...known, step, afterRow: '' }
}

function sumOf(counts: ErasureCounts, more: Partial<ErasureCounts>): ErasureCounts {
  const sum = { ...counts }
  for (const name of COUNTED) sum[name] += more[name] ?? 0
  return sum
}
