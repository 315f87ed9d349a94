// The hash of a password takes much memory and time, and is there for whoever steals it: hundreds of sign-ins in tests
// of other things would take as long as all else that a process does beside its loop. In a lane each costs next to
// nothing, but where a test is about the cost. To be loaded before anything that hashes.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { argon2, scrypt } = crypto
/** Of scrypt: what a file is sealed and opened with in a lane, alike. */
const CHEAP_N = 16
let isCheap = true

// Those of the past, which tests make for themselves, cost what they say.
crypto.argon2 = (algorithm, parameters, callback) => {
  const isOfNow = parameters.memory > 16 * 1024
  argon2(algorithm, isCheap && isOfNow ? { ...parameters, memory: 8, passes: 1 } : parameters, callback)
}
// The same for passphrases of sealed files, which are opened in the lane that sealed them.
crypto.scrypt = ((password, salt, length, options, callback) =>
  scrypt(password, salt, length, isCheap ? { ...options, N: CHEAP_N } : options, callback)) as typeof scrypt
syncBuiltinESMExports()

/** What was hashed or sealed before is not known any more meanwhile. */
export function payForPasswords(isPaid: boolean): void {
  isCheap = !isPaid
}
