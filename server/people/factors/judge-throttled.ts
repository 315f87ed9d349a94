// Judges what somebody proves themselves by, and counts it as an attempt like a password: whoever is right is not.
import type { ProofInput } from '../../../contract/second-factors.ts'
import { countedAddress } from '../../base/values/counted-address.ts'
import { fail } from '../../base/values/fail.ts'
import type { World } from '../../world.ts'
import { takeAttempt } from '../attempt-limits.ts'
import { isPassword } from '../password-hash.ts'
import { findPerson } from '../person-store.ts'
import type { Ceremony } from './challenge-store.ts'
import { type Asking, type FactorTx, recordFactor } from './change-factors.ts'
import { judgeFactor } from './judge-factor.ts'
import { countRecoveryCodes } from './recovery-code-store.ts'

type Take = (tx: FactorTx) => Promise<void>

/** `use` is the transaction of what it is for, in which it is taken. */
export async function judgeThrottled<T>(
  world: World,
  asking: Asking,
  kind: Ceremony['kind'],
  input: ProofInput,
  use: (take: Take) => Promise<T>,
): Promise<T> {
  const { person } = asking.person
  const attempt = await takeAttempt(world, person.email, asking.by.address ?? '')
  const result = await use(await judge(world, asking, kind, input))
  attempt.giveBack()
  return result
}

async function judge(world: World, asking: Asking, kind: Ceremony['kind'], input: ProofInput): Promise<Take> {
  const { person, session } = asking.person
  if (input.password !== undefined) {
    const hash = (await findPerson(world.pool, person.id))?.password_hash ?? null
    if (!(await isPassword(input.password, hash, countedAddress(asking.by.address ?? ''))))
      fail('sign_in_failed')
    return async () => undefined
  }
  const factor = await judgeFactor(world, person.id, { kind, sessionId: session.id }, input)
  return async (tx) => {
    await factor.take(tx)
    if (factor.kind !== 'recovery_code') return
    const left = await countRecoveryCodes(tx, person.id)
    recordFactor(tx, person.id, 'recovery_codes', [{ left: left + 1 }, { left }])
    tx.mail('recovery_code_used')
  }
}
