// Asks the database, over a session of its own, whether anybody there works on what other sessions wait for. Without a
// pooler it is known by which process; a pooler makes processes up, and then it is seen by what is asked.
import { type Client, type ClientBase, DatabaseError } from 'pg'
import { askedOf, hangUp, insideOf } from './driver-session.ts'
import type { Pooled } from './pooled.ts'

const LOOK_WITHIN_MS = 2_500
const ASK_WITHIN_MS = 1_000

interface Sight {
  /** By processes: nothing waits in the queue of any pooler. */
  isExact: boolean
  /** Nobody works on anything for long. */
  isAtRest: boolean
  /** Nobody works on what this session waits for. */
  isLeft(session: ClientBase): boolean
  /** What they have locked would stay so for as long as the server waits for whoever is in a transaction. */
  endTransactions(sessions: readonly ClientBase[], silentMs: number): Promise<unknown>
}

/** Null of one that nobody answered, undefined of one that was answered with an error. */
type Looked = Sight | null | undefined

export interface Verdict extends Pick<Sight, 'isExact' | 'isLeft' | 'endTransactions'> {
  /** Nobody answers but past the pooler, and its queue is not what they wait in. */
  readonly isPoolerAway: boolean
  /** An answer may have been on its way at a look; where somebody did not answer at all it has had long enough. */
  readonly isFinal: boolean
}

export interface LookedAt {
  readonly sessions: readonly ClientBase[]
  /** Whoever bears this name at the server belongs to the same pool. */
  readonly name: string
  readonly pooled: Pooled | undefined
}

export type Probes = readonly [own: Client, past: Client | undefined]

interface Seen {
  own: number
  busy: number[]
  asked: string[]
}

/** What a process works on right now may be anybody's; what it has for a moment is no statement that is often asked. */
const BUSY = `
  select pg_backend_pid() as own,
    array(select pid from pg_stat_activity where pid = any($1::int[]) and state not like 'idle%') as busy,
    array(select query from pg_stat_activity
      where datname = current_database() and usename = coalesce($2::text, current_user)
        and pid <> pg_backend_pid() and (state is null or state not like 'idle%')
        and (xact_start is null or xact_start < clock_timestamp() - interval '0.5 seconds')) as asked`

/** By one as the sessions are themselves, and by one past the pooler where there is one. */
export async function lookAt([own, past]: Probes, what: LookedAt): Promise<Verdict> {
  const answer = lookBy(own, what)
  const looked = await Promise.all(past === undefined ? [answer] : [answer, lookBy(past, what, answer)])
  const sights = looked.filter((sight) => sight !== null && sight !== undefined)
  const isNobodyThere = looked.every((sight) => sight === null)
  const isPoolerAway = looked[0] === null && sights.length > 0 && sights.every(({ isAtRest }) => isAtRest)
  return {
    isPoolerAway,
    isFinal: isNobodyThere || isPoolerAway,
    isExact: sights.some(({ isExact }) => isExact),
    isLeft: (session) =>
      isNobodyThere || (sights.length > 0 && sights.every((sight) => sight.isLeft(session))),
    endTransactions: async (...of) => sights[0]?.endTransactions(...of),
  }
}

/** `after` is of one that goes past a pooler, which the sessions may be behind: what it tells is of after that. */
async function lookBy(
  probe: Client,
  { sessions, name, pooled }: LookedAt,
  after?: Promise<unknown>,
): Promise<Looked> {
  const within = (ms: number) => setTimeout(() => hangUp(probe, frozenError()), ms)
  probe.on('error', () => {})
  let giveUp = within(LOOK_WITHIN_MS)
  try {
    await probe.connect()
    if (after !== undefined) {
      clearTimeout(giveUp)
      await after
      giveUp = within(ASK_WITHIN_MS)
    }
    const role = pooled?.role ?? null
    const { own, busy, asked }: Seen = (await probe.query(BUSY, [sessions.map(pidOf), role])).rows[0]
    if (after === undefined && own === insideOf(probe).processID)
      return {
        isExact: true,
        isAtRest: asked.length === 0,
        isLeft: (session) => !busy.includes(pidOf(session)),
        endTransactions: (frozen) => probe.query(END_OWN, [frozen.map(pidOf), name]),
      }
    return {
      isExact: false,
      isAtRest: asked.length === 0,
      isLeft: (session) => !mayBeAmong(asked, askedOf(session)),
      endTransactions: (_, silentMs) => probe.query(END_LEFT, [role, name, silentMs]),
    }
  } catch (error) {
    return error instanceof DatabaseError ? undefined : null
  } finally {
    clearTimeout(giveUp)
  }
}

/** Of those who may not see what others ask. */
const HIDDEN = '<insufficient privilege>'
const COMMITTING = 'commit'

/** Of a long statement the database tells the beginning, of one with its commit in the end that. */
function mayBeAmong(asked: readonly string[], text: string | undefined): boolean {
  if (text === undefined) return true
  return asked.some((begins) => text.startsWith(begins) || begins === COMMITTING || begins === HIDDEN)
}

const END_OWN = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where pid = any($1::int[]) and application_name = $2 and state like 'idle%'`

/** None of ours is in a transaction for as long without asking anything, but those whose line froze. */
const END_LEFT = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usename = coalesce($1::text, current_user) and application_name = $2
    and state like 'idle in transaction%'
    and state_change < clock_timestamp() - $3::int * interval '1 millisecond'`

function pidOf(session: ClientBase): number {
  return insideOf(session).processID
}

export function frozenError(): Error {
  return Object.assign(new Error('the session with the database is frozen'), { code: 'ETIMEDOUT' })
}
