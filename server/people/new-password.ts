// Takes a password that somebody chose, unless it is too easy to guess.
import { failField } from '../base/values/fail.ts'
import { weaknessOf } from '../rules/weak-password.ts'
import { hashPassword } from './password-hash.ts'

/** Its hash, as it is stored. */
export async function newPassword(
  password: string,
  { name, email }: { readonly name: string; readonly email: string },
  address: string,
): Promise<string> {
  const weakness = weaknessOf(password, [name, email])
  if (weakness !== undefined) failField('password', weakness)
  return hashPassword(password, address)
}
