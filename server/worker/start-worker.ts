// The worker's loop: claims due work into a bounded number of slots, runs it, and sleeps until woken.
import { forJobs } from '../base/database/team-cap.ts'
import { type Piece, returnWork } from '../outbox/due-work.ts'
import { kindOfLane, teamOfLane } from '../outbox/lanes.ts'
import type { World } from '../world.ts'
import { makeClaim } from './claim-in-turns.ts'
import { makeHeldAhead } from './held-ahead.ts'
import { makeLaneCounts } from './lane-counts.ts'
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
/** A team may hold so many times what it may run. */
const AHEAD_OF_TEAM = 4

export function startWorker(
  world: World,
  kinds: Kinds,
  { slots = SLOTS, bite = slots / 2, pollMs = POLL_MS }: WorkerOptions = {},
): Worker {
  const caps = new Map([...kinds].map(([kind, { cap }]) => [kind, cap]))
  const aheadCaps = new Map([...kinds].map(([kind, { ahead }]) => [kind, ahead]))
  const running = makeLaneCounts()
  /** What runs, and what is held ahead. */
  const held = makeLaneCounts()
  const ahead = makeHeldAhead()
  const recorder = makeRecorder(world, (pieces, areDueAgain) => {
    for (const { claim } of pieces) world.held.delete(claim)
    // While more is held, nobody waits for a claim but those who were turned away.
    if (again || areDueAgain || (leftSome && ahead.size === 0) || idleWaiters.length > 0) wake()
  })
  const claim = makeClaim(world, () => wake())
  const idleWaiters: (() => void)[] = []
  const spare = Math.ceil(slots / 8)
  let count = 0
  let stopped = false
  let claiming: Promise<void> | undefined
  let again = false
  /** The last claim may have left something that was due: what ends makes room for it. */
  let leftSome = false
  let hurried = false
  let hurry: NodeJS.Timeout | undefined
  let whenEmpty: (() => void) | undefined

  function wake(): void {
    again = true
    if (stopped) return
    // While most slots are busy with slow work, a full batch may not fit for long: then small ones are claimed, but not
    // at every turn.
    if (count + bite > slots) hurry ??= setTimeout(hurryUp, HURRY_AFTER_MS)
    claiming ??= forJobs(claimWhileUseful).finally(() => {
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
    !stopped && (isRoomy() || (hurried && count < slots + spare)) && recorder.waiting <= slots + spare

  const isRoomy = () => count + bite <= slots

  const isHeldAhead = ({ kind }: Piece) => aheadCaps.get(kind) !== caps.get(kind)

  function mayRun(lane: string): boolean {
    const isTeamFull = (running.ofTeam.get(teamOfLane(lane)) ?? 0) >= slots / 2
    return !isTeamFull && (running.ofLane.get(lane) ?? 0) < (caps.get(kindOfLane(lane)) ?? 0)
  }

  /** A lane or a team has all that it may, so that a claim leaves what else it has. */
  function isAnyFull(teamCap: number): boolean {
    const isLaneFull = ([lane, count]: [string, number]) => count >= (caps.get(kindOfLane(lane)) ?? 0)
    return held.ofLane.entries().some(isLaneFull) || running.ofTeam.values().some((count) => count >= teamCap)
  }

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
        const use = { caps, running: held.ofLane, runningOfTeam: running.ofTeam, teamCap }
        const beyond = { caps: aheadCaps, heldOfTeam: held.ofTeam, teamCap: teamCap * AHEAD_OF_TEAM }
        const isAhead = isRoomy()
        const wasFull = isAnyFull(teamCap)
        const { pieces, isOfAll } = await claim(isAhead ? { ...use, ahead: beyond } : use, limit)
        if (stopped) return await returnWork(world.pool, pieces)
        // What is never held ahead takes its slots first.
        for (const piece of pieces) if (!isHeldAhead(piece)) hold(piece, isAhead)
        for (const piece of pieces) if (isHeldAhead(piece)) hold(piece, isAhead)
        // No slot is left: it runs sooner where somebody has room, or by a claim that keeps the turns.
        if (count >= slots) await giveBack()
        leftSome = wasFull || isAnyFull(teamCap)
        // One alone is mostly all there was. Those who run dry beside lanes that are served would ask for every few.
        again ||= pieces.length > (ahead.size > 0 ? limit / 4 : isOfAll ? 1 : 0)
        if (pieces.length === 0 && count === 0 && recorder.waiting === 0 && !again) answerAll(idleWaiters)
      }
    } catch (error) {
      world.log.warn({ err: error }, 'due work could not be claimed')
    }
  }

  function hold(piece: Piece, isAhead: boolean): void {
    world.held.add(piece.claim)
    held.add(piece.lane, 1)
    if (isAhead && !mayRun(piece.lane)) ahead.put(piece)
    else void run(piece)
  }

  async function run(piece: Piece): Promise<void> {
    count++
    running.add(piece.lane, 1)
    const outcome = await runPiece(world, kinds, piece)
    recorder.record(piece, outcome)
    running.add(piece.lane, -1)
    held.add(piece.lane, -1)
    if (--count === 0) whenEmpty?.()
    const next = stopped ? undefined : ahead.take(mayRun)
    if (next !== undefined) void run(next)
    // Whoever is claiming may have seen a full lane that has room now.
    else if (again || leftSome || claiming !== undefined) wake()
  }

  async function giveBack(): Promise<void> {
    const pieces = ahead.takeAll()
    if (pieces.length === 0) return
    for (const { lane, claim } of pieces) {
      held.add(lane, -1)
      world.held.delete(claim)
    }
    await returnWork(world.pool, pieces)
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
      // What cannot be given back is forgotten: the heart frees that.
      await giveBack().catch(() => {})
      if (count > 0) await new Promise<void>((resolve) => (whenEmpty = resolve))
      await recorder.stop()
    },
  }
}

function answerAll(waiters: (() => void)[]): void {
  for (const resolve of waiters.splice(0)) resolve()
}
