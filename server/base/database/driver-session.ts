// What the driver knows of a session besides what its types tell.
import type { Socket } from 'node:net'
import type { ClientBase } from 'pg'

interface Inside {
  /** The server, as it was found when the session began. */
  readonly host: string
  readonly port: number
  /** The server's process behind it; a pooler makes it up. */
  readonly processID: number
  /** False while a statement waits for its answer. */
  readonly readyForQuery?: boolean
  /** The statement that waits for its answer. */
  readonly _activeQuery?: { readonly text?: string } | null
  readonly connection: { readonly stream: Pick<Socket, 'bytesRead' | 'destroy'> }
}

export function insideOf(session: ClientBase): Inside {
  return session as ClientBase & Inside
}

/** What it waits for an answer to; undefined where that is not known. */
export function askedOf(session: ClientBase): string | undefined {
  return insideOf(session)._activeQuery?.text
}

/** While it does not, it may still be in a transaction. */
export function awaitsAnswer(session: ClientBase): boolean {
  return insideOf(session).readyForQuery === false
}

/** Nobody asks anything of it, nor is in a transaction. */
export function isFree(session: ClientBase): boolean {
  return !awaitsAnswer(session) && session.getTransactionStatus() === 'I'
}

/** Without a good-bye, so that a pool throws it away, and whoever waits for an answer waits no longer. */
export function hangUp(session: ClientBase, reason?: Error): void {
  insideOf(session).connection.stream.destroy(reason)
}
