// What comes of a commit whose wait for a synchronous standby was ended (`end-long-waits.ts`): the change is there, but
// perhaps nowhere else. Whether it will last nobody knows, so that is what we say.
import type { ClientBase, Pool } from 'pg'

/** The function that tells it: its text may be in any language. */
const TELLS = 'SyncRepWaitForLSN'

const unreplicated = new WeakSet<ClientBase>()

export function watchReplication(pool: Pool): void {
  pool.on('connect', (session) =>
    session.on('notice', ({ routine }) => {
      if (routine === TELLS) unreplicated.add(session)
    }),
  )
}

/** Before a transaction: what was told of an earlier statement of the session says nothing of it. */
export function forgetUnreplicated(session: ClientBase): void {
  unreplicated.delete(session)
}

/** After a commit. What is sent again with the same idempotency key gets the answer that it stored. */
export function refuseUnreplicated(session: ClientBase): void {
  if (!unreplicated.delete(session)) return
  const message = 'the database stored a change, but no standby had it in time'
  throw Object.assign(new Error(message), { code: '08007' })
}

/** For what need not outlive the server: heartbeats. */
export async function waitForNoStandby(session: ClientBase): Promise<void> {
  await session.query('set synchronous_commit = local')
}
