// Looks at a factor that somebody gives: a code of their app, a recovery code or a passkey's answer. Each is good once.
import type { SecondFactor } from '../../../../contract/people.ts'
import type { FactorInput } from '../../../../contract/second-factors.ts'
import type { Queryable } from '../../../kernel/db/db.ts'
import { fail, failField } from '../../../kernel/values/fail.ts'
import type { World } from '../../world.ts'
import type { Ceremony } from './challenge-store.ts'
import { judgePasskey } from './judge-passkey.ts'
import { hashRecoveryCode } from './recovery-code.ts'
import { useRecoveryCode } from './recovery-code-store.ts'
import { stepOfCode } from './totp.ts'
import { openTotpSecret } from './totp-secret.ts'
import { findTotp, takeTotpStep } from './totp-store.ts'

/** A factor that was found good, and is used up by `take`, in the transaction of what it is for. */
export interface Factor {
  readonly kind: SecondFactor
  take(tx: Queryable): Promise<void>
}

export async function judgeFactor(
  world: World,
  personId: string,
  ceremony: Ceremony,
  input: FactorInput,
): Promise<Factor> {
  const { totp, recovery_code, passkey } = input
  if (totp !== undefined) return judgeCode(world, personId, totp)
  if (recovery_code !== undefined) return recoveryFactor(world, personId, recovery_code)
  if (passkey === undefined) return failField('totp', 'is needed, or recovery_code, or passkey')
  const judged = await judgePasskey(world, ceremony, passkey)
  if (judged.personId !== personId) fail('passkey_refused')
  return { kind: 'passkey', take: judged.take }
}

async function judgeCode(world: World, personId: string, code: string): Promise<Factor> {
  const secret = (await findTotp(world.pool, personId))?.secret ?? fail('second_factor_refused')
  const step = stepOfCode(openTotpSecret(world, personId, secret), code, world.wall.now())
  if (step === undefined) return fail('second_factor_refused')
  return {
    kind: 'totp',
    take: (tx) => refuseUsed(takeTotpStep(tx, personId, secret, step)),
  }
}

function recoveryFactor({ wall }: World, personId: string, code: string): Factor {
  return {
    kind: 'recovery_code',
    take: (tx) => refuseUsed(useRecoveryCode(tx, personId, hashRecoveryCode(personId, code), wall.now())),
  }
}

async function refuseUsed(taking: Promise<boolean>): Promise<void> {
  if (!(await taking)) fail('second_factor_refused')
}
