// The contract's checks of a webhook, in the decided order: URL, events, duplicate, reachable.
import { EVENTS, isEventType } from '../../../contract/events.ts'
import type { Scope } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { parseReceiverUrl, type ReceiverUrl } from '../../kernel/values/receiver-url.ts'
import type { World } from '../world.ts'
import { urlIsTaken } from './webhook-store.ts'

const EVENTS_MAX = Object.keys(EVENTS).length + 1

export function readUrl({ webhookClient }: World, value: unknown): ReceiverUrl {
  return (
    parseReceiverUrl(value, webhookClient.callsPlain) ??
    fail('invalid_url', { details: [{ field: 'url', issue: 'must be an https:// address' }] })
  )
}

/** Each type once, in the caller's order. */
export function readEvents(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0)
    return refuse('events', 'must be a list of at least one event type')
  const types = [...new Set(value)]
  const unknown = types.findIndex((type) => type !== '*' && !isEventType(type))
  if (unknown >= 0) return refuse(`events.${value.indexOf(types[unknown])}`, 'is not a known event type')
  return types.length <= EVENTS_MAX ? types : refuse('events', 'has too many types')
}

export async function refuseTakenUrl(
  world: World,
  scope: Scope,
  { key }: ReceiverUrl,
  exceptId?: string,
): Promise<void> {
  if (await urlIsTaken(world.pool, scope.owner, key, exceptId)) fail('url_already_registered')
}

/**
 * Connects to the receiver before it is registered. Outside production a name that cannot be resolved is let
 * through, as a laptop may be offline; one under `.invalid` never can be. In production that would tell strangers which
 * names there are inside, with test keys too.
 */
export async function refuseUnreachable(
  { webhookClient, config }: World,
  { owner: { teamId } }: Scope,
  { key }: ReceiverUrl,
): Promise<void> {
  const reach = await webhookClient.reach(teamId, key)
  if (reach.ok) return
  const mayBeOffline = config.environment !== 'production' && !/(^|\.)invalid$/.test(new URL(key).hostname)
  if (reach.reason === 'unresolved' && mayBeOffline) return
  fail('url_not_reachable', { details: [{ field: 'url', issue: reach.detail }] })
}

function refuse(field: string, issue: string): never {
  return fail('invalid_events', { details: [{ field, issue }] })
}
