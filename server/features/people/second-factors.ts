// Which second factors a person has: with any of them, a password alone opens nothing.
import type { SecondFactor } from '../../../contract/people.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { countPasskeys } from './factors/passkey-store.ts'
import { countRecoveryCodes } from './factors/recovery-code-store.ts'
import { findTotp } from './factors/totp-store.ts'

/** What the second step of a sign-in by password can be done with; nothing for who has no second step. */
export async function secondFactorsOf(db: Queryable, personId: string): Promise<SecondFactor[]> {
  const factors: SecondFactor[] = []
  if ((await findTotp(db, personId))?.confirmed_at) factors.push('totp')
  if ((await countPasskeys(db, personId)) > 0) factors.push('passkey')
  if (factors.length > 0 && (await countRecoveryCodes(db, personId)) > 0) factors.push('recovery_code')
  return factors
}
