/**
 * Keeps the server running while its service runs: if it is killed (for example by the OOM killer), it is
 * restarted.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { makeRestartWaits, type RestartWaits } from '../../process/closers.ts'
import { explainFileError } from './explain.ts'
import { type RunningServer, rejoinServer, runServer, type ServerPlan } from './server.ts'

const WAITS_MS = [0, 1_000, 5_000, 10_000]
/** A session ends with its server, but the server's exit may be reported later. */
const WORD_WAIT_MAX_MS = 200

/** Never rejects. Resolves to the last server, dead or alive, once the plan's signal is aborted. */
export async function keepRunning(first: RunningServer, plan: ServerPlan): Promise<RunningServer> {
  const { signal } = plan
  const halted = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  let server = first
  const waits = makeRestartWaits(WAITS_MS)
  for (;;) {
    const startMs = performance.now()
    await Promise.race([server.lost, halted])
    waits.ranFor(performance.now() - startMs)
    const back = signal.aborted ? undefined : await untilBack(server, plan, waits)
    if (!back) return server
    server = back
  }
}

/** Undefined if the service stops first. */
async function untilBack(
  server: RunningServer,
  plan: ServerPlan,
  waits: RestartWaits,
): Promise<RunningServer | undefined> {
  const { signal, folder, say } = plan
  let news = await describeLoss(server, plan)
  while (!signal.aborted) {
    const waitMs = waits.nextMs()
    say(`${news} Next try: ${waitMs === 0 ? 'now' : `in ${waitMs / 1_000} s`}.`, 'trouble')
    try {
      await wait(waitMs, undefined, { signal })
      const back = await bringBack(server, plan)
      say(`The database in ${folder.root} is back.`)
      return back
    } catch (error) {
      const { message } = explainFileError(error, folder.root) as Error
      news = `The database in ${folder.root} is not back: ${message}`
    }
  }
  return undefined
}

async function describeLoss({ postmaster }: RunningServer, { folder }: ServerPlan): Promise<string> {
  if (await postmaster.isGoneWithin(WORD_WAIT_MAX_MS)) {
    return `The database server ended unexpectedly, ${await postmaster.ended}. Its log: ${folder.log}.`
  }
  return `The session that owns the database in ${folder.root} ended unexpectedly.`
}

/** A server that lost a session to a crash recovers by itself: only the owner's session is reopened. */
async function bringBack({ postmaster }: RunningServer, plan: ServerPlan): Promise<RunningServer> {
  const rejoined = postmaster.isRunning() ? await rejoinServer(postmaster, plan) : undefined
  return rejoined ?? (await runServer(plan))
}
