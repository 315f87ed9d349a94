// Asks banks to send callbacks to the address of a provider, after it is stored, because banks try the address first.
// A bank that refuses is asked again later; reconciliation works without callbacks.

import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import type { World } from '../world.ts'
import { bankOf } from './banks.ts'
import { callbackUrl, isCallable } from './callback-url.ts'
import * as jobs from './jobs.ts'
import { offeredBy } from './provider-settings.ts'
import { findProvider, type ProviderRow, setCallbacks, setCapabilities } from './provider-store.ts'

const UNWILLING = 'the bank did not register for callbacks'

const FIRST_TRIES = 6

const NEXT_TRIES_AFTER_MS = 24 * 3_600_000

export function scheduleRegistration(tx: Tx, providerId: string, key: string): void {
  schedule(tx, jobs.registerCallbacksJob, { at: tx.now, key, payload: { providerId } })
}

export async function registerCallbacks(
  world: World,
  task: TaskOf<typeof jobs.registerCallbacksJob>,
): Promise<void> {
  const { job, payload, scope, last } = task
  const { providerId } = payload
  const provider = await findProvider(world.pool, scope.owner, providerId)
  if (provider === undefined || !isCallable(world, provider)) return
  const reason = await askToCall(world, provider)
  const capabilities = await offeredBy(bankOf(world, provider))
  if (reason !== null && job.attempt < FIRST_TRIES) throw new Error(`the bank will not call us: ${reason}`)
  if (reason !== null) world.log.warn({ provider: providerId, reason }, UNWILLING)
  await transaction(world, last, async (tx) => {
    await setCallbacks(tx, provider.id, reason === null, tx.now)
    if (capabilities !== null) await setCapabilities(tx, provider.id, capabilities, tx.now)
    if (reason === null) return
    const at = new Date(tx.now.getTime() + NEXT_TRIES_AFTER_MS)
    schedule(tx, jobs.registerCallbacksJob, { at, key: `${providerId}#${at.getTime()}`, payload })
  })
}

/**
 * For a bank of the operator, which has no registration job: the reconciliation every `everyMs` tries again, each time
 * after twice as long.
 */
export async function registerAgain(
  world: World,
  provider: ProviderRow,
  { now, everyMs }: { now: Date; everyMs: number },
): Promise<void> {
  const { callbacks, disconnected_at, connected_at } = provider
  if (callbacks || disconnected_at !== null || !isCallable(world, provider)) return
  const intervals = Math.ceil((now.getTime() - connected_at.getTime()) / everyMs)
  if (intervals > 1 && !Number.isInteger(Math.log2(intervals))) return
  await registerAtOnce(world, provider)
}

/** Whether the bank will call. */
export async function registerAtOnce(world: World, provider: ProviderRow): Promise<boolean> {
  if (!isCallable(world, provider)) return false
  const reason = await askToCall(world, provider)
  if (reason !== null) world.log.warn({ provider: provider.id, reason }, UNWILLING)
  await setCallbacks(world.pool, provider.id, reason === null, world.wall.now())
  return reason === null
}

/** Why the bank will not call; null if it will. */
async function askToCall(world: World, provider: ProviderRow): Promise<string | null> {
  const registered = await bankOf(world, provider).register(callbackUrl(world, provider))
  if (registered.outcome !== 'confirmed') return registered.reason
  const { callbacks, reason = 'its address is not https' } = registered.value
  return callbacks ? null : reason
}
