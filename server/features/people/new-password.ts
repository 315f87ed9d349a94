// Takes a password that somebody chose, unless it is too easy to guess.
import { PASSWORD_CHARACTERS_MIN } from '../../../contract/limits.ts'
import { failField } from '../../kernel/values/fail.ts'
import type { PasswordCost } from '../world.ts'
import { hashPassword } from './password-hash.ts'
import { weaknessOf } from './weak-password.ts'

/** Its hash, as it is stored. How long it is counts here too: not every body that brings one must bring a new one. */
export async function newPassword(
  password: string,
  { name, email }: { readonly name: string; readonly email: string },
  address: string,
  cost: PasswordCost,
): Promise<string> {
  if ([...password].length < PASSWORD_CHARACTERS_MIN)
    failField('password', `must have at least ${PASSWORD_CHARACTERS_MIN} characters`)
  const weakness = weaknessOf(password, [name, email])
  if (weakness !== undefined) failField('password', weakness)
  return hashPassword(password, address, cost)
}
