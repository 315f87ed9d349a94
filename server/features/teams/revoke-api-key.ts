// Revokes an API key at once; revoking it again changes nothing.
import type { ApiKey } from '../../../contract/teams.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { emit } from '../events/emit.ts'
import type { World } from '../world.ts'
import { lockKey, setRevoked } from './key-store.ts'
import { keyChange, keyEventObject, keyView } from './key-view.ts'

export async function revokeApiKey(world: World, scope: Scope, id: string): Promise<ApiKey> {
  const view = await transaction(world, scope, async (tx) => {
    const key = await lockKey(tx, id)
    if (key === undefined || key.team_id !== tx.owner.teamId || key.mode !== tx.owner.mode)
      fail('api_key_not_found')
    if (key.revoked_at !== null) return keyView(key)
    const revoked = { ...key, revoked_at: tx.now }
    await setRevoked(tx, id, tx.now)
    record(tx, keyChange(key, revoked))
    emit(tx, 'api_key.revoked', keyEventObject(revoked))
    return keyView(revoked)
  })
  // The database signals other processes; this one must forget the key before it answers.
  world.signals.tellHere('callers', scope.owner.teamId)
  return view
}
