// Binds what people do with what they prove themselves by.
import type { FACTOR_OPERATIONS } from '../../../contract/operations/factors.ts'
import type { Bindings } from '../bindings.ts'
import type { World } from '../world.ts'
import { askForNewPasskey, askForPasskey } from './factors/ask-passkey.ts'
import { deletePasskey, renamePasskey } from './factors/change-passkey.ts'
import { confirmTotpSecret } from './factors/confirm-totp.ts'
import { createPasskey } from './factors/create-passkey.ts'
import { giveSecondFactor } from './factors/give-second-factor.ts'
import { prove } from './factors/prove.ts'
import { readFactors, readPasskeys } from './factors/read-factors.ts'
import { removeTotp } from './factors/remove-totp.ts'
import { replaceCodes } from './factors/replace-recovery-codes.ts'
import { signInByPasskey } from './factors/sign-in-by-passkey.ts'
import { startTotp } from './factors/start-totp.ts'
import { readIdentities, unlinkIdentity } from './identities/own-identities.ts'
import type { PeopleConfig } from './settings.ts'

export function factorRoutes(world: World<PeopleConfig>): Bindings<typeof FACTOR_OPERATIONS> {
  return {
    'factors.read': ({ person }) => readFactors(world, person),
    'totp.start': (asking) => startTotp(world, asking),
    'totp.confirm': ({ body, ...asking }) => confirmTotpSecret(world, asking, body.code),
    'totp.remove': (asking) => removeTotp(world, asking),
    'recoveryCodes.replace': (asking) => replaceCodes(world, asking),
    'passkeys.list': ({ person }) => readPasskeys(world, person.person.id),
    'passkeys.options': ({ person }) => askForNewPasskey(world, person),
    'passkeys.create': ({ body, ...asking }) => createPasskey(world, asking, body),
    'passkeys.rename': ({ params, body, ...asking }) => renamePasskey(world, asking, params.id, body.name),
    'passkeys.delete': ({ params, ...asking }) => deletePasskey(world, asking, params.id),
    'identities.list': ({ person }) => readIdentities(world, person.person.id),
    'identities.unlink': ({ params, ...asking }) => unlinkIdentity(world, asking, params.id),
    'sessions.proofOptions': ({ person }) => askForPasskey(world, 'proof', person),
    'sessions.prove': ({ body, ...asking }) => prove(world, asking, body),
    'sessions.secondFactorOptions': ({ person }) => askForPasskey(world, 'second_factor', person),
    'sessions.secondFactor': ({ body, browser, ...asking }) => giveSecondFactor(world, asking, browser, body),
    'sessions.passkeyOptions': () => askForPasskey(world, 'sign_in', null),
    'sessions.passkey': ({ body, browser }) => signInByPasskey(world, body.passkey, browser),
  }
}
