// Which ways to sign in this installation offers, for the page where people do.
import type { SignInWays } from '../../../../contract/identities.ts'
import { Fail } from '../../../kernel/values/fail.ts'
import type { World } from '../../world.ts'
import { relyingParty } from '../factors/relying-party.ts'
import { pageOf } from './answered-page.ts'

export function readWays(world: World): SignInWays {
  const { names } = world.identityProviders
  return {
    password: true,
    passkey: hasPasskeys(world),
    providers: names.map((name) => ({ name, path: pageOf(name) })),
  }
}

/** Browsers allow them at some addresses alone. */
function hasPasskeys(world: World): boolean {
  try {
    relyingParty(world)
    return true
  } catch (error) {
    if (error instanceof Fail) return false
    throw error
  }
}
