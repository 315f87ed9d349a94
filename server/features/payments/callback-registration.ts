// Asks banks to send callbacks to the address of a provider.

import { CALLBACK_PATH } from '../../../contract/links.ts'
import { SIMULATED } from '../../../contract/payment-providers.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { parseReceiverUrl } from '../../kernel/values/urls.ts'
import type { World } from '../world.ts'
import { bankOf } from './banks.ts'
import * as jobs from './jobs.ts'
import { findProvider, type ProviderRow, setCallbacks } from './provider-store.ts'

const UNWILLING = 'a bank will not tell of payments'

const FIRST_TRIES = 6

const NEXT_TRIES_AFTER_MS = 24 * 3_600_000

export function callbackUrl(
  world: World,
  provider: Pick<ProviderRow, 'provider' | 'callback_token'>,
): string {
  return `${world.address.url}${CALLBACK_PATH}/${provider.provider}/${provider.callback_token}`
}

/** A bank calls nobody whose address is not https. */
export function isCallable(
  world: World,
  provider: Pick<ProviderRow, 'provider' | 'callback_token'>,
): boolean {
  return provider.provider !== SIMULATED && parseReceiverUrl(callbackUrl(world, provider)) !== null
}

/** A bank calls one address for each PIX key: the newest that it was told, or an heir's when that one goes. */
export function scheduleRegistration(tx: Tx, providerId: string, key: string): void {
  schedule(tx, jobs.registerCallbacksJob, { at: tx.now, key, payload: { providerId } })
}

export async function registerCallbacks(
  world: World,
  task: TaskOf<typeof jobs.registerCallbacksJob>,
): Promise<void> {
  const { piece, payload, scope, last } = task
  const { providerId } = payload
  const provider = await findProvider(world.pool, scope.owner, providerId)
  if (provider === undefined || !isCallable(world, provider)) return
  const reason = await askToCall(world, provider)
  if (reason !== null && piece.attempt < FIRST_TRIES) throw new Error(`the bank will not call us: ${reason}`)
  if (reason !== null) world.log.warn({ provider: providerId, reason }, UNWILLING)
  await transaction(world, last, async (tx) => {
    await setCallbacks(tx, provider.id, reason === null)
    if (reason === null) return
    const at = new Date(tx.now.getTime() + NEXT_TRIES_AFTER_MS)
    schedule(tx, jobs.registerCallbacksJob, { at, key: `${providerId}#${at.getTime()}`, payload })
  })
}

/**
 * The same for a bank of the operator, which has no work of its own: whoever asks it every `everyMs` what came in tries
 * again after twice as long each time since it was connected.
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

/** Whether it will call; where it will not, it is asked regularly what came in. */
export async function registerAtOnce(world: World, provider: ProviderRow): Promise<boolean> {
  if (!isCallable(world, provider)) return false
  const reason = await askToCall(world, provider)
  if (reason !== null) world.log.warn({ provider: provider.id, reason }, UNWILLING)
  await setCallbacks(world.pool, provider.id, reason === null)
  return reason === null
}

/** Why it will not call; null where it will. */
async function askToCall(world: World, provider: ProviderRow): Promise<string | null> {
  const answer = await bankOf(world, provider).register(callbackUrl(world, provider))
  if (answer.outcome !== 'confirmed') return answer.reason
  const { callbacks, reason = 'its address is not https' } = answer.value
  return callbacks ? null : reason
}
