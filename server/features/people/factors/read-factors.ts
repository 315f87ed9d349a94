// Lists the second factors of a person.
import type { Factors, Passkey } from '../../../../contract/second-factors.ts'
import { isoTimestamp } from '../../../kernel/values/dates.ts'
import type { World } from '../../world.ts'
import { findPerson } from '../person-store.ts'
import type { SignedIn } from '../sessions.ts'
import { provenUntil } from './proofs.ts'
import { countRecoveryCodes, findTotp, type PasskeyRow, passkeysOf } from './store.ts'

export function passkeyView({ id, name, backed_up, created_at, last_used_at }: PasskeyRow): Passkey {
  return {
    id,
    name,
    synchronised: backed_up,
    created_at: isoTimestamp(created_at),
    last_used_at: last_used_at === null ? null : isoTimestamp(last_used_at),
  }
}

export async function readFactors({ pool, wall }: World, { person, session }: SignedIn): Promise<Factors> {
  const row = await findPerson(pool, person.id)
  const until = await provenUntil(pool, session.id, wall.now())
  const confirmedAt = (await findTotp(pool, person.id))?.confirmed_at ?? null
  return {
    has_password: row !== undefined && row.password_hash !== null,
    totp_confirmed_at: confirmedAt && isoTimestamp(confirmedAt),
    passkeys: await readPasskeys({ pool }, person.id),
    recovery_codes_left: await countRecoveryCodes(pool, person.id),
    proven_until: until && isoTimestamp(until),
  }
}

export async function readPasskeys({ pool }: Pick<World, 'pool'>, personId: string): Promise<Passkey[]> {
  return (await passkeysOf(pool, personId)).map(passkeyView)
}
