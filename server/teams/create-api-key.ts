// Makes an API key of the caller's own team and mode; its secret exists only in the answer.
import type { ApiKeyInput, Mode, NewApiKey } from '../../contract/teams.ts'
import { parseTimestamp } from '../base/values/dates.ts'
import { failField } from '../base/values/fail.ts'
import { emit } from '../events/emit.ts'
import { record } from '../outbox/audit.ts'
import { type Scope, type Tx, transaction } from '../outbox/transaction.ts'
import type { World } from '../world.ts'
import { hashApiKey, lastFour, makeApiKey } from './api-key.ts'
import { insertKey, type KeyRow } from './key-store.ts'
import { keyChange, keyEventObject, keyView } from './key-view.ts'

export async function createApiKey(world: World, scope: Scope, input: ApiKeyInput): Promise<NewApiKey> {
  const expiresAt = readExpiry(input.expires_at ?? null, world.wall.now())
  return transaction(world, scope, async (tx) => {
    const secret = makeApiKey(tx.owner.mode)
    const key = await storeKey(
      tx,
      tx.owner.mode,
      { name: input.name, readOnly: input.read_only ?? false, expiresAt },
      secret,
    )
    emit(tx, 'api_key.created', keyEventObject(key))
    return { ...keyView(key), secret }
  })
}

interface KeyTerms {
  name: string
  readOnly: boolean
  expiresAt: Date | null
}

/** Stores a key whose secret was made or chosen; a new team's first keys come this way, before anybody could listen. */
export async function storeKey(tx: Tx, mode: Mode, terms: KeyTerms, secret: string): Promise<KeyRow> {
  const key: KeyRow = {
    id: tx.newId('apiKey'),
    team_id: tx.owner.teamId,
    mode,
    name: terms.name,
    last_four: lastFour(secret),
    read_only: terms.readOnly,
    created_at: tx.now,
    expires_at: terms.expiresAt,
    revoked_at: null,
    last_used_at: null,
  }
  await insertKey(tx, key, hashApiKey(secret))
  record(tx, keyChange(null, key))
  return key
}

/** Keys expire in real time, whatever a test clock says: a credential must not outlive its promise. */
function readExpiry(text: string | null, now: Date): Date | null {
  if (text === null) return null
  const at = parseTimestamp(text)
  if (at === null) failField('expires_at', 'must be a timestamp such as 2027-01-31T12:00:00.000Z')
  if (at <= now) failField('expires_at', 'must be in the future')
  return at
}
