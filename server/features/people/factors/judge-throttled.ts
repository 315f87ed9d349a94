// Judges what somebody proves themselves by, and counts it as an attempt like a password: whoever is right is not.
import type { ProofInput } from '../../../../contract/second-factors.ts'
import type { World } from '../../world.ts'
import { takeAttempt } from '../attempt-limits.ts'
import type { Asking, PersonTx } from '../change-person.ts'
import { demandPerson } from '../sign-in.ts'
import type { Ceremony } from './challenge-store.ts'
import { judgeFactor } from './judge-factor.ts'

type Take = (tx: PersonTx) => Promise<void>

/** `use` is the transaction of what it is for, in which a factor is taken. */
export async function judgeThrottled<T>(
  world: World,
  { person: { person, session }, by }: Asking,
  kind: Ceremony['kind'],
  input: ProofInput,
  use: (take: Take) => Promise<T>,
): Promise<T> {
  const address = by.address ?? ''
  // A sign-in has begun with the password: for its second step that is worth nothing.
  if (kind !== 'second_factor' && input.password !== undefined) {
    await demandPerson(world, person.email, input.password, address)
    return use(async () => undefined)
  }
  const attempt = await takeAttempt(world, person.email, address)
  const factor = await judgeFactor(world, person.id, { kind, sessionId: session.id }, input)
  const result = await use(async (tx) => {
    await factor.take(tx)
    if (factor.kind === 'recovery_code') tx.tellOf('recovery_code_used')
  })
  await attempt.giveBack()
  return result
}
