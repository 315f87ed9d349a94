// The only maker of an API key's public JSON.
import type { Snapshot } from '../../../contract/event-objects.ts'
import type { ApiKey } from '../../../contract/teams.ts'
import type { Change } from '../../kernel/outbox/audit.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { permissionsOf } from './caller.ts'
import type { KeyRow } from './key-store.ts'

export function keyView(key: KeyRow): ApiKey {
  return {
    id: key.id,
    name: key.name,
    mode: key.mode,
    read_only: key.read_only,
    permissions: [...permissionsOf(key)],
    last_four: key.last_four,
    created_at: isoTimestamp(key.created_at),
    created_by: key.made_by,
    expires_at: timeOrNull(key.expires_at),
    revoked_at: timeOrNull(key.revoked_at),
    last_used_at: timeOrNull(key.last_used_at),
  }
}

/** What an API-key event carries. */
export function keyEventObject(key: KeyRow): Snapshot<'api_key'> {
  const { id, name, mode, last_four, created_at, revoked_at } = keyView(key)
  return { id, name, mode, last_four, created_at, revoked_at }
}

/** What the audit log says of a key that changed; null before it was made. */
export function keyChange(before: KeyRow | null, key: KeyRow): Change {
  const { id: objectId } = key
  return {
    topic: 'access',
    object: 'api_key',
    objectId,
    before: before && toldOf(before),
    after: toldOf(key),
  }
}

function toldOf(key: KeyRow) {
  const { id, created_at, last_used_at, ...told } = keyView(key)
  return told
}

function timeOrNull(at: Date | null): string | null {
  return at === null ? null : isoTimestamp(at)
}
