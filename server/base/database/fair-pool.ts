// Shares the connections of a pool between teams, so that one team's trouble (a row that stays locked, a report that
// takes long) is not everybody's: there is always a connection for whoever has few. Waiting is bounded, and its end
// comes in turns between those who wait, not to whoever asks most.
import type { Pool, PoolClient } from 'pg'
import { isRefused, NoConnection } from './no-connection.ts'
import { isWorkHere, teamHere } from './taken-for.ts'

/** read: one statement of a request. write: a transaction of one. work: whatever due work asks. */
type Part = 'read' | 'write' | 'work'

interface Team {
  readonly name: string
  held: number
}

/** What waits of one team for one sort of thing. */
interface Line {
  readonly team: Team
  readonly part: Part
  readonly waiting: Set<Waiting>
}

interface Asked {
  readonly taken: Taken
  /** By performance.now; of one that has waited. */
  readonly until?: number
}

interface Waiting extends Asked {
  readonly timer: NodeJS.Timeout
}

type Lines = Readonly<Record<Part, Line>>
/** On the connection itself: a map of them would cost more than all the rest. */
const LINE = Symbol('line')

interface Marked extends PoolClient {
  [LINE]?: Line | undefined
}

type Taken = Parameters<Pool['connect']>[0]

const TEAMS_KEPT = 1_000
const WAIT_MS = 5_000
const TRY_AGAIN_MS = 500
/** What each sort has for its own: a fourth of all, an eighth. */
const OWN_PARTS: Readonly<Record<Part, number>> = { read: 4, write: 8, work: 8 }

export function shareFairly(pool: Pool, waitMs: number = WAIT_MS): Pool {
  const { max } = pool.options
  const held: Record<Part, number> = { read: 0, write: 0, work: 0 }
  const teams = new Map<string, Lines>()
  // In the order of their turns.
  const queue = new Set<Line>()
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
   * three a quarter. What is nobody's in particular is needed by all.
   */
  function mayTake({ team, part }: Line): boolean {
    if (free <= 0) return false
    const left = Math.max(free - keptFrom(part), Math.min(free, unusedOf(part)))
    return team.name === '' ? left > 0 : team.held < left
  }

  function take(line: Line, asked: Asked): void {
    count(line, 1)
    connect((error, client, release) => {
      if (client !== undefined) mark(client, line)
      else if (isRefused(error)) return makeDo(line, asked)
      else giveBack(line)
      asked.taken(error, client, release)
    })
  }

  /** The database has none left for us: we go on with those we have, and see now and then whether there are more. */
  function makeDo(line: Line, asked: Asked): void {
    count(line, -1)
    allow(Math.max(1, pool.totalCount))
    wait(line, asked)
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

  function count({ team, part }: Line, change: 1 | -1): void {
    free -= change
    held[part] += change
    team.held += change
  }

  function giveBack(line: Line): void {
    count(line, -1)
    if (line.team.held === 0 && teams.size > TEAMS_KEPT) forget(line.team)
    // A moment later: a connection that is being given back must be there for the next, or another would be opened.
    if (queue.size > 0) queueMicrotask(serve)
  }

  function serve(): void {
    while (queue.size > 0 && serveNext());
  }

  function forget({ name }: Team): void {
    const lines = Object.values(teams.get(name) ?? {})
    if (lines.every(({ waiting }) => waiting.size === 0)) teams.delete(name)
  }

  function serveNext(): boolean {
    for (const line of queue) {
      const [next] = line.waiting
      if (next === undefined || !mayTake(line)) continue
      leave(line, next)
      // After its turn it is the last.
      if (queue.delete(line)) queue.add(line)
      take(line, next)
      return true
    }
    return false
  }

  function leave(line: Line, waiting: Waiting): void {
    clearTimeout(waiting.timer)
    line.waiting.delete(waiting)
    if (line.waiting.size === 0) queue.delete(line)
  }

  function wait(line: Line, { taken, until = performance.now() + waitMs }: Asked): void {
    const giveUp = () => {
      leave(line, waiting)
      taken(new NoConnection(line.team.name), undefined, () => {})
    }
    const timer = setTimeout(giveUp, Math.max(0, until - performance.now())).unref()
    const waiting: Waiting = { taken, until, timer }
    line.waiting.add(waiting)
    queue.add(line)
  }

  function enter(part: Part, taken: Taken): void {
    const name = teamHere()
    let ofTeam = teams.get(name)
    if (ofTeam === undefined) {
      ofTeam = linesOf({ name, held: 0 })
      teams.set(name, ofTeam)
    }
    const line = ofTeam[isWorkHere() ? 'work' : part]
    if (line.waiting.size === 0 && mayTake(line)) take(line, { taken })
    else wait(line, { taken })
  }

  pool.on('release', (_error, client: Marked) => {
    const line = client[LINE]
    if (line === undefined) return
    mark(client, undefined)
    giveBack(line)
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

function mark(client: Marked, line: Line | undefined): void {
  client[LINE] = line
}

function linesOf(team: Team): Lines {
  const line = (part: Part): Line => ({ team, part, waiting: new Set() })
  return { read: line('read'), write: line('write'), work: line('work') }
}
