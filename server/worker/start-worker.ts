// The worker's loop: claims due work into a bounded number of slots, runs it, and sleeps until woken.
import { takenFor, WORKER } from '../base/database/taken-for.ts'
import { type Piece, returnWork } from '../outbox/due-work.ts'
import { teamOfLane } from '../outbox/lanes.ts'
import type { World } from '../world.ts'
import { makeClaim } from './claim-in-turns.ts'
import { makeRecorder } from './record-outcomes.ts'
import { runPiece } from './run-piece.ts'
import type { Kinds } from './serve.ts'

export interface Worker {
  /** Takes no more, waits for what runs and for its outcomes to be recorded. */
  stop(): Promise<void>
  /** Resolves when nothing is running and a claim found nothing due: for tests and benchmarks. */
  idle(): Promise<void>
  readonly running: number
}

export interface WorkerOptions {
  /** Pieces that run at once. */
  slots?: number
  /** Pieces claimed at once. */
  bite?: number
  pollMs?: number
}

const SLOTS = 256
const POLL_MS = 1_000
const HURRY_AFTER_MS = 100

export function startWorker(
  world: World,
  kinds: Kinds,
  { slots = SLOTS, bite = slots / 2, pollMs = POLL_MS }: WorkerOptions = {},
): Worker {
  const caps = new Map([...kinds].map(([kind, { cap }]) => [kind, cap]))
  const running = new Map<string, number>()
  const runningOfTeam = new Map<string, number>()
  const recorder = makeRecorder(world, (pieces) => {
    for (const { claim } of pieces) world.held.delete(claim)
    wake()
  })
  const claim = makeClaim(world, () => wake())
  const idleWaiters: (() => void)[] = []
  const spare = Math.ceil(slots / 8)
  let count = 0
  let stopped = false
  let claiming: Promise<void> | undefined
  let again = false
  let hurried = false
  let hurry: NodeJS.Timeout | undefined
  let whenEmpty: (() => void) | undefined

  function wake(): void {
    again = true
    if (stopped) return
    // While most slots are busy with slow work, a full batch may not fit for long: then small ones are claimed, but not
    // at every turn.
    if (count + bite > slots) hurry ??= setTimeout(hurryUp, HURRY_AFTER_MS)
    claiming ??= takenFor(WORKER, claimWhileUseful).finally(() => {
      claiming = undefined
      // Woken after the last look, before this line: nobody else would look again.
      if (again && hasRoom()) wake()
    })
  }

  function hurryUp(): void {
    hurry = undefined
    hurried = true
    wake()
  }

  // Whole bites only: a claim for the last few slots would cost as much and bring little. While one bite runs, the
  // next is being claimed; when outcomes cannot be recorded as fast as work runs, claiming waits for them.
  const hasRoom = () =>
    !stopped &&
    (count + bite <= slots || (hurried && count < slots + spare)) &&
    recorder.waiting <= slots + spare

  // Beyond all slots there are a few more: slow work of some teams, a receiver that hangs say, may have taken those,
  // and these are for teams that run little. Nobody takes more than it leaves, so there is mostly one for who comes.
  function roomNow(): { limit: number; teamCap: number } {
    if (count < slots) return { limit: Math.min(bite, slots - count), teamCap: slots / 2 }
    const half = Math.ceil((slots + spare - count) / 2)
    return { limit: half, teamCap: half }
  }

  async function claimWhileUseful(): Promise<void> {
    try {
      while (again && hasRoom()) {
        again = false
        hurried = false
        const { limit, teamCap } = roomNow()
        const pieces = await claim({ caps, running, runningOfTeam, teamCap }, limit)
        if (stopped) return await returnWork(world.pool, pieces)
        for (const piece of pieces) void run(piece)
        again ||= pieces.length > 0
        if (pieces.length === 0 && count === 0 && recorder.waiting === 0 && !again) answerAll(idleWaiters)
      }
    } catch (error) {
      world.log.warn({ err: error }, 'due work could not be claimed')
    }
  }

  async function run(piece: Piece): Promise<void> {
    const team = teamOfLane(piece.lane)
    count++
    world.held.add(piece.claim)
    add(running, piece.lane, 1)
    if (team !== '') add(runningOfTeam, team, 1)
    const outcome = await runPiece(world, kinds, piece)
    recorder.record(piece, outcome)
    add(running, piece.lane, -1)
    if (team !== '') add(runningOfTeam, team, -1)
    if (--count === 0) whenEmpty?.()
    wake()
  }

  world.signals.on('work', wake)
  const poll = setInterval(wake, pollMs)
  wake()

  return {
    get running() {
      return count
    },
    idle: () =>
      new Promise((resolve) => {
        idleWaiters.push(resolve)
        wake()
      }),
    async stop() {
      stopped = true
      clearInterval(poll)
      clearTimeout(hurry)
      await claiming
      if (count > 0) await new Promise<void>((resolve) => (whenEmpty = resolve))
      await recorder.stop()
    },
  }
}

function answerAll(waiters: (() => void)[]): void {
  for (const resolve of waiters.splice(0)) resolve()
}

function add(counts: Map<string, number>, name: string, change: number): void {
  const count = (counts.get(name) ?? 0) + change
  if (count === 0) counts.delete(name)
  else counts.set(name, count)
}
