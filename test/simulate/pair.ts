// A primary and its standby, which takes over when the primary dies for good: lines lead to the current
// primary. Commits are on both; a primary alone comes back in place.
import { connectionTo, serviceConnectionTo } from '../../server/kernel/db/embedded-postgres/owner-session.ts'
import { postmasterPid } from '../../server/kernel/db/embedded-postgres/test-support.ts'
import {
  type PairServer,
  startAgain,
  startPrimary,
  startStandby,
  waitForBoth,
} from '../support/endurance/server-pair.ts'
import { openLine } from './frozen-line.ts'
import { askingPool, sessionOf, socketIn } from './sessions.ts'
import type { SimulatedDatabase } from './simulated-database.ts'
import { takeAlong } from './taken-along.ts'

export async function startPair(): Promise<SimulatedDatabase> {
  const stops: (() => Promise<void>)[] = []
  const keep = (stop: () => Promise<void>) => void stops.push(stop)
  let primary = await startPrimary({}, keep)
  let standby: PairServer | null = await startStandby(primary, undefined, keep)
  const folders = [primary.dataDir, standby.dataDir]
  const forgets = folders.map((one) => takeAlong(() => process.kill(postmasterPid(one), 'SIGQUIT')))
  await waitForBoth(primary)
  let turn: Promise<void> = Promise.resolve()

  const target = () => ({ path: socketIn(primary.host, connectionTo(primary.host).port) })
  const line = await openLine(target)
  const { user, database } = connectionTo(primary.host)
  const at = (name: string, port: number) => `postgresql://${name}@127.0.0.1:${port}/${database}`
  const asked = askingPool(at(user, line.port))

  async function comeBack(): Promise<void> {
    await primary.kill()
    primary = await startAgain(primary, keep)
  }

  async function promote(): Promise<void> {
    const [dead, next] = [primary, standby]
    if (next === null) return comeBack()
    standby = null
    await dead.kill()
    await next.query('select pg_promote()')
    primary = next
    standby = await startStandby(primary, dead.dataDir, keep)
    await waitForBoth(primary)
  }

  async function endSession(): Promise<void> {
    const pid = sessionOf(postmasterPid(primary.dataDir))
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  }

  /** One after the other: two faults may meet. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = turn.then(work)
    turn = done.catch(() => {})
    return done
  }

  return {
    url: at(user, line.port),
    target,
    through: (port) => ({
      DATABASE_URL: at(serviceConnectionTo(primary.host).user, port),
      DATABASE_OWNER_URL: at(user, port),
    }),
    rows: asked.rows,
    asked: asked.pool,
    kill: (what) => inTurn(what === 'server' ? comeBack : endSession),
    failOver: () => inTurn(promote),
    async stop() {
      await turn
      await asked.end()
      await line.close()
      for (const stop of stops) await stop()
      for (const forget of forgets) forget()
    },
  }
}
