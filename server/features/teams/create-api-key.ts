// Makes an API key of the caller's own team and mode; its secret exists only in the answer.
import { API_KEYS_MAX } from '../../../contract/limits.ts'
import type { ApiKeyInput, Mode, NewApiKey } from '../../../contract/teams.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { refuseBeyond } from '../../kernel/outbox/refuse-beyond.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { emit } from '../events/emit.ts'
import type { World } from '../world.ts'
import { hashApiKey, lastFour, makeApiKey } from './api-key.ts'
import type { KeyMaker } from './caller.ts'
import { type KeyRights, rightsOf } from './key-rights.ts'
import { countValidKeys, insertKey, type KeyRow } from './key-store.ts'
import { keyChange, keyEventObject, keyView } from './key-view.ts'

export async function createApiKey(
  world: World,
  scope: Scope,
  input: ApiKeyInput,
  maker: KeyMaker,
): Promise<NewApiKey> {
  const rights = rightsOf(input, maker, world.wall.now())
  return transaction(world, scope, async (tx) => {
    await refuseBeyond(tx, {
      most: API_KEYS_MAX,
      what: 'API keys',
      count: () => countValidKeys(tx, tx.owner, world.wall.now()),
    })
    const secret = makeApiKey(tx.owner.mode)
    const key = await storeKey(tx, tx.owner.mode, { name: input.name, ...rights }, secret)
    emit(tx, 'api_key.created', keyEventObject(key))
    return { ...keyView(key), secret }
  })
}

/**
 * Stores a key whose secret was made or chosen; a new team's first keys come this way, before anybody could listen.
 * `firstSecret` is sealed by who wants to show it until its first use.
 */
export async function storeKey(
  tx: Tx,
  mode: Mode,
  terms: KeyRights & { name: string },
  secret: string,
  firstSecret?: (keyId: string) => Buffer,
): Promise<KeyRow> {
  const key: KeyRow = {
    id: tx.newId('apiKey'),
    team_id: tx.owner.teamId,
    mode,
    ...terms,
    last_four: lastFour(secret),
    created_at: tx.now,
    revoked_at: null,
    last_used_at: null,
  }
  await insertKey(tx, key, hashApiKey(secret), firstSecret?.(key.id) ?? null)
  record(tx, keyChange(null, key))
  return key
}
