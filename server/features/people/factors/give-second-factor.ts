// The second step of a sign-in: a factor ends the session that waited for it, and a whole one begins in its place.
import type { SignIn } from '../../../../contract/people.ts'
import type { FactorInput } from '../../../../contract/second-factors.ts'
import { fail } from '../../../kernel/values/fail.ts'
import type { World } from '../../world.ts'
import { type Browser, beginSession } from '../begin-session.ts'
import { type Asking, changePerson } from '../change-person.ts'
import { handOver } from '../session-view.ts'
import type { PeopleConfig } from '../settings.ts'
import { judgeThrottled } from './judge-throttled.ts'
import { endAwaitingSession } from './proof-store.ts'

export async function giveSecondFactor(
  world: World<PeopleConfig>,
  asking: Asking,
  browser: Browser,
  input: FactorInput,
): Promise<SignIn> {
  const { person, session } = asking.person
  const begun = await judgeThrottled(world, asking, 'second_factor', input, (take) =>
    changePerson(world, asking, async (tx) => {
      await take(tx)
      const { identityId } = (await endAwaitingSession(tx, session.id, tx.now)) ?? fail('unauthorized')
      return beginSession(world, tx, person.id, browser, { secondFactorAt: tx.now, identityId })
    }),
  )
  world.signals.tellHere('callers', person.id)
  return handOver(begun, browser)
}
