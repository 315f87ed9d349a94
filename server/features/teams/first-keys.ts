// The first keys of a team are kept, sealed, until somebody has used them: whatever happens to a start, they can be
// shown again.
import type { Mode } from '../../../contract/teams.ts'
import type { SecretBox } from '../../kernel/crypto/secret-box.ts'
import type { World } from '../world.ts'
import { unusedFirstKeys } from './key-store.ts'

export interface FirstKey {
  readonly id: string
  readonly teamName: string
  readonly mode: Mode
  readonly secret: string
}

export async function readFirstKeys({ pool, secretBox }: World): Promise<FirstKey[]> {
  const keys = await unusedFirstKeys(pool)
  return keys.map(({ id, mode, team_name, first_secret }) => ({
    id,
    teamName: team_name,
    mode,
    secret: secretBox.open(first_secret, placeOf(id)),
  }))
}

export function sealFirstSecret(box: SecretBox, keyId: string, secret: string): Buffer {
  return box.seal(secret, placeOf(keyId))
}

function placeOf(keyId: string): string {
  return `api_keys.first_secret:${keyId}`
}
