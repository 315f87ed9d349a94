// What each team has of the connections of a pool, and who waits for more.
import type { Pool } from './db.ts'

/** read: one statement of a request. write: a transaction of one. work: whatever due work asks. */
export type Part = 'read' | 'write' | 'work'

export interface Team {
  readonly name: string
  held: number
}

/** Of one team in one part: whom a connection was taken for, and what waits for one. */
export interface Share {
  readonly team: Team
  readonly part: Part
  held: number
  readonly waiting: Set<Asked>
  /** Of due work: those of the same team, who are answered with 503 if they wait too long. It can wait. */
  readonly requests: readonly Share[]
}

export interface Asked {
  readonly taken: Taken
  /** Ends the wait; of one that has waited. */
  timer?: NodeJS.Timeout
  /** It waits no longer: what is made for it is for others. */
  isGone?: boolean
}

export type Taken = Parameters<Pool['connect']>[0]
export type Shares = Readonly<Record<Part, Share>>

export function sharesOf(name: string): Shares {
  const team: Team = { name, held: 0 }
  const share = (part: Part, requests: readonly Share[] = []): Share => ({
    team,
    part,
    held: 0,
    waiting: new Set(),
    requests,
  })
  const [read, write] = [share('read'), share('write')]
  return { read, write, work: share('work', name === '' ? [] : [read, write]) }
}

/** Whether requests of the same team wait for what it would take. */
export function isInTheWay({ requests }: Share): boolean {
  return requests.some(({ waiting }) => waiting.size > 0)
}
