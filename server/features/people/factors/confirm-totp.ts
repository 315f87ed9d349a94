// Makes the secret that was shown count, once a code of it was given. Recovery codes come with the first factor.
import type { ConfirmedTotp } from '../../../../contract/second-factors.ts'
import { fail } from '../../../kernel/values/fail.ts'
import type { World } from '../../world.ts'
import { type Asking, changePerson } from '../change-person.ts'
import { demandProof } from './demand-proof.ts'
import { readFactors } from './read-factors.ts'
import { firstRecoveryCodes } from './replace-recovery-codes.ts'
import { stepOfCode } from './totp.ts'
import { openTotpSecret } from './totp-secret.ts'
import { confirmTotp, findTotp } from './totp-store.ts'

const PENDING_MS = 3_600_000

export async function confirmTotpSecret(world: World, asking: Asking, code: string): Promise<ConfirmedTotp> {
  const { person, session } = asking.person
  const recovery_codes = await changePerson(world, asking, async (tx) => {
    await demandProof(tx, session.id, tx.now)
    const { pending_secret, pending_at } = (await findTotp(tx, person.id)) ?? fail('totp_not_started')
    if (pending_secret === null || pending_at === null) return fail('totp_not_started')
    if (tx.now.getTime() - pending_at.getTime() > PENDING_MS) return fail('totp_not_started')
    const step = stepOfCode(openTotpSecret(world, person.id, pending_secret), code, tx.now)
    if (step === undefined) return fail('second_factor_refused')
    if (!(await confirmTotp(tx, person.id, pending_secret, tx.now, step))) return fail('totp_not_started')
    tx.tellOf('totp_confirmed')
    return firstRecoveryCodes(tx, person.id)
  })
  return { ...(await readFactors(world, asking.person)), recovery_codes }
}
