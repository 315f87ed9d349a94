// Signs somebody in by a passkey alone: it says itself whose it is, and its device has asked for finger, face or PIN.
import type { PasskeyAssertion } from '../../../../contract/passkeys.ts'
import type { SignIn } from '../../../../contract/people.ts'
import { committed } from '../../../kernel/db/committed.ts'
import type { World } from '../../world.ts'
import { type Browser, beginSession } from '../begin-session.ts'
import { endSessions } from '../end-sessions.ts'
import { handOver } from '../session-view.ts'
import { hashToken } from '../sessions.ts'
import type { PeopleConfig } from '../settings.ts'
import { judgePasskey } from './judge-passkey.ts'

export async function signInByPasskey(
  world: World<PeopleConfig>,
  answer: PasskeyAssertion,
  browser: Browser,
): Promise<SignIn> {
  const { personId, take } = await judgePasskey(world, { kind: 'sign_in', sessionId: null }, answer)
  const begun = await committed(world.pool, async (tx) => {
    await take(tx)
    return beginSession(world, tx, personId, browser, { secondFactorAt: world.wall.now() })
  })
  if (browser.token !== undefined) await endSessions(world, { tokenHash: hashToken(browser.token) })
  return handOver(begun, browser)
}
