// What a simulation knows of its database, whichever it is.
import type { NetConnectOpts } from 'node:net'
import type { Queryable } from '../../server/kernel/db/db.ts'

export interface SimulatedDatabase {
  /** Of the owner, past all lines. */
  url: string
  /** Where a line to it leads now. */
  target(): NetConnectOpts
  /** The same database, as a service reaches it through a line. */
  through(port: number): Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: rows of every shape
  rows(sql: string, values?: unknown[]): Promise<any[]>
  /** For the stores of the service. */
  asked: Queryable
  /** Kills the whole server, or one of its sessions, which takes all others with it. */
  kill(what: 'server' | 'session'): Promise<void>
  /** The standby takes over; where there is none, whoever looks after the server has it back soon. */
  failOver(): Promise<void>
  stop(): Promise<void>
}
