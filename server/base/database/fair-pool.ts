// Shares the connections of a pool between teams, so that one team's trouble (a row that stays locked, a report that
// takes long) is not everybody's: there is always a connection for whoever has few. Waiting is bounded, and its end
// comes in turns between those who wait, not to whoever asks most.
import type { Pool, PoolClient } from 'pg'
import { isRefused, NoConnection } from './no-connection.ts'
import { isWorkHere, teamHere } from './taken-for.ts'
import {
  type Asked,
  isInTheWay,
  type Part,
  type Share,
  type Shares,
  sharesOf,
  type Taken,
  type Team,
} from './team-shares.ts'

/** On the connection itself: a map of them would cost more than all the rest. */
const SHARE = Symbol('share')

interface Marked extends PoolClient {
  [SHARE]?: Share | undefined
}

const TEAMS_KEPT = 1_000
const WAIT_MS = 5_000
const TRY_AGAIN_MS = 500
/** What each part has for its own: a fourth of all, an eighth. */
const OWN_PARTS: Readonly<Record<Part, number>> = { read: 4, write: 8, work: 8 }

export function shareFairly(pool: Pool, waitMs: number = WAIT_MS): Pool {
  const { max } = pool.options
  const held: Record<Part, number> = { read: 0, write: 0, work: 0 }
  const teams = new Map<string, Shares>()
  // In the order of their turns.
  const queue = new Set<Share>()
  const connect = pool.connect.bind(pool)
  let limit = max
  let free = max
  let isTrying = false

  /** What others have for their own and do not use. */
  const keptFrom = (part: Part) =>
    (part === 'read' ? 0 : unusedOf('read')) +
    (part === 'write' ? 0 : unusedOf('write')) +
    (part === 'work' ? 0 : unusedOf('work'))

  const unusedOf = (part: Part) => Math.max(0, ownOf(part) - held[part])

  const ownOf = (part: Part) => Math.floor(limit / OWN_PARTS[part])

  /**
   * A team takes no more than it leaves of what this part may have: alone it gets half, each of two a third, each of
   * three a quarter. What is nobody's in particular is needed by all. Its due work keeps to what is for due work while
   * its requests wait.
   */
  function mayTake(share: Share): boolean {
    const { team, part } = share
    if (free <= 0 || (isInTheWay(share) && share.held >= Math.max(1, ownOf('work')))) return false
    const left = Math.max(free - keptFrom(part), Math.min(free, unusedOf(part)))
    return team.name === '' ? left > 0 : team.held < left
  }

  function take(share: Share, asked: Asked): void {
    count(share, 1)
    connect((error, client, release) => {
      if (client !== undefined) mark(client, share)
      else if (isRefused(error) && !asked.isGone) return makeDo(share, asked)
      else giveBack(share)
      if (asked.isGone) return void client?.release()
      clearTimeout(asked.timer)
      asked.taken(error, client, release)
    })
  }

  /** The database has none left for us: we go on with those we have, and see now and then whether there are more. */
  function makeDo(share: Share, asked: Asked): void {
    count(share, -1)
    allow(Math.max(1, pool.totalCount))
    wait(share, asked)
    if (isTrying) return
    isTrying = true
    setTimeout(() => {
      isTrying = false
      allow(max)
      serve()
    }, TRY_AGAIN_MS).unref()
  }

  function allow(connections: number): void {
    free += connections - limit
    limit = connections
  }

  function count(share: Share, change: 1 | -1): void {
    free -= change
    held[share.part] += change
    share.team.held += change
    share.held += change
  }

  function giveBack(share: Share): void {
    count(share, -1)
    if (share.team.held === 0 && teams.size > TEAMS_KEPT) forget(share.team)
    // A moment later: a connection that is being given back must be there for the next, or another would be opened.
    if (queue.size > 0) queueMicrotask(serve)
  }

  function serve(): void {
    while (queue.size > 0 && serveNext());
  }

  function forget({ name }: Team): void {
    const shares = Object.values(teams.get(name) ?? {})
    if (shares.every(({ waiting }) => waiting.size === 0)) teams.delete(name)
  }

  function serveNext(): boolean {
    for (const share of queue) {
      const [next] = share.waiting
      if (next === undefined || !mayTake(share)) continue
      leave(share, next)
      // After its turn it is the last.
      if (queue.delete(share)) queue.add(share)
      take(share, next)
      return true
    }
    return false
  }

  function leave(share: Share, asked: Asked): void {
    share.waiting.delete(asked)
    if (share.waiting.size === 0) queue.delete(share)
  }

  /** The time is for all of it: the turn, and a connection that must be made. */
  function wait(share: Share, asked: Asked): void {
    asked.timer ??= setTimeout(() => {
      asked.isGone = true
      leave(share, asked)
      asked.taken(new NoConnection(share.team.name), undefined, () => {})
    }, waitMs).unref()
    share.waiting.add(asked)
    queue.add(share)
  }

  function enter(part: Part, taken: Taken): void {
    const name = teamHere()
    let ofTeam = teams.get(name)
    if (ofTeam === undefined) {
      ofTeam = sharesOf(name)
      teams.set(name, ofTeam)
    }
    const share = ofTeam[isWorkHere() ? 'work' : part]
    if (share.waiting.size === 0 && mayTake(share)) take(share, { taken })
    else wait(share, { taken })
  }

  pool.on('release', (_error, client: Marked) => {
    const share = client[SHARE]
    if (share === undefined) return
    mark(client, undefined)
    giveBack(share)
  })
  return Object.assign(pool, {
    /** The pool's own `query` takes one with `taken`, for a statement; a transaction waits for the promise. */
    connect(taken?: Taken): Promise<PoolClient> | undefined {
      if (taken === undefined)
        return new Promise((resolve, reject) =>
          enter('write', (error, client) => (client === undefined ? reject(error) : resolve(client))),
        )
      enter('read', taken)
      return undefined
    },
  })
}

function mark(client: Marked, share: Share | undefined): void {
  client[SHARE] = share
}
