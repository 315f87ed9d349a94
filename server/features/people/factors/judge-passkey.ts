// Whose passkey answered, if the answer holds: to a challenge of ours, for this ceremony, once.
import type { PasskeyAssertion } from '../../../../contract/passkeys.ts'
import type { Queryable } from '../../../kernel/db/db.ts'
import { fail } from '../../../kernel/values/fail.ts'
import type { World } from '../../world.ts'
import { type Ceremony, takeChallenge } from './challenge-store.ts'
import { findByCredential, usePasskey } from './passkey-store.ts'
import { relyingParty } from './relying-party.ts'
import { challengeIn, judgeAssertion, userHandle } from './webauthn.ts'

export interface JudgedPasskey {
  readonly personId: string
  /** Notes its use, in the transaction of what it is for; fails where its device was copied. */
  take(tx: Queryable): Promise<void>
}

export async function judgePasskey(
  world: World,
  ceremony: Ceremony,
  answer: PasskeyAssertion,
): Promise<JudgedPasskey> {
  const { pool, wall, log } = world
  const party = relyingParty(world)
  const challenge = challengeIn(answer)
  // First of all, so that no answer can be tried twice.
  if (!(await takeChallenge(pool, challenge, ceremony, wall.now()))) fail('passkey_refused')
  const passkey = (await findByCredential(pool, answer.id)) ?? fail('passkey_refused')
  const { id, person_id: personId } = passkey
  if (answer.response.userHandle && answer.response.userHandle !== userHandle(personId))
    fail('passkey_refused')
  const judged = await judgeAssertion(party, challenge, answer, passkey)
  return {
    personId,
    async take(tx) {
      if (await usePasskey(tx, id, judged, wall.now())) return
      const counters = { counter: Number(judged.counter), last_counter: Number(passkey.counter) }
      log.warn(
        { passkey: id, person: personId, ...counters },
        'the counter of a passkey went back: it may be a copy',
      )
      fail('passkey_refused', {
        advice: 'its counter went back, as that of a copy would; delete it and add it anew',
      })
    },
  }
}
