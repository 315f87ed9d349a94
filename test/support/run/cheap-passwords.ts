// The hash of a password takes much memory and time, and is there for whoever steals it: hundreds of sign-ins in tests
// of other things would take as long as all else that a process does beside its loop. In a lane each costs next to
// nothing, but where a test is about the cost. To be loaded before anything that hashes.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { argon2 } = crypto
let isCheap = true

// Those of the past, which tests make for themselves, cost what they say.
crypto.argon2 = (algorithm, parameters, callback) => {
  const isOfNow = parameters.memory > 16 * 1024
  argon2(algorithm, isCheap && isOfNow ? { ...parameters, memory: 8, passes: 1 } : parameters, callback)
}
syncBuiltinESMExports()

/** What was hashed before is not known any more meanwhile. */
export function payForPasswords(isPaid: boolean): void {
  isCheap = !isPaid
}
