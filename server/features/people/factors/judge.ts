// Checks what a person proves their identity with: password, code, passkey or recovery code.
import type { SecondFactor, SignIn } from '../../../../contract/people.ts'
import { adviceWith } from '../../../../contract/phrases/advice.ts'
import type { FactorInput, PasskeyAssertion, Proof, ProofInput } from '../../../../contract/second-factors.ts'
import type { Queryable } from '../../../kernel/db/db.ts'
import { isoTimestamp } from '../../../kernel/values/dates.ts'
import { fail, failField } from '../../../kernel/values/fail.ts'
import type { World } from '../../world.ts'
import { type Asking, changePerson, type PersonTx } from '../change-person.ts'
import { type Browser, beginSession, handOver } from '../sessions.ts'
import type { PeopleConfig } from '../settings.ts'
import { demandPerson, takeAttempt } from '../sign-in.ts'
import { endAwaitingSession, proofEnd, secondFactorsOf, setProven } from './proofs.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import {
  type Ceremony,
  consumeChallenge,
  consumeTotpStep,
  findByCredential,
  findTotp,
  usePasskey,
  useRecoveryCode,
} from './store.ts'
import { decryptTotpSecret, stepOfCode } from './totp.ts'
import { challengeIn, judgeAssertion, relyingParty, userHandle } from './webauthn.ts'

export interface JudgedPasskey {
  readonly personId: string
  /** Records its use in the transaction it authorises; fails if the device was cloned. */
  take(tx: Queryable): Promise<void>
}

/** Verifies the response of a passkey to one of our challenges, for this ceremony, once. Returns its owner. */
export async function judgePasskey(
  world: World,
  ceremony: Ceremony,
  response: PasskeyAssertion,
): Promise<JudgedPasskey> {
  const { pool, wall, log } = world
  const party = relyingParty(world)
  const challenge = challengeIn(response)
  // First of all, so that no response can be tried twice.
  if (!(await consumeChallenge(pool, challenge, ceremony, wall.now()))) fail('passkey_refused')
  const passkey = (await findByCredential(pool, response.id)) ?? fail('passkey_refused')
  const { id, person_id: personId } = passkey
  if (response.response.userHandle && response.response.userHandle !== userHandle(personId))
    fail('passkey_refused')
  const judged = await judgeAssertion(party, challenge, response, passkey)
  return {
    personId,
    async take(tx) {
      if (await usePasskey(tx, id, judged, wall.now())) return
      const counters = { counter: Number(judged.counter), last_counter: Number(passkey.counter) }
      log.warn(
        { passkey: id, person: personId, ...counters },
        'the counter of a passkey went back: it may be a copy',
      )
      fail(
        'passkey_refused',
        adviceWith('its counter went back, as that of a copy would; delete it and add it again'),
      )
    },
  }
}

/** A verified factor. `take` uses it up in the transaction that it authorises. */
export interface Factor {
  readonly kind: SecondFactor
  take(tx: Queryable): Promise<void>
}

async function judgeFactor(
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
  const step = stepOfCode(decryptTotpSecret(world, personId, secret), code, world.wall.now())
  if (step === undefined) return fail('second_factor_refused')
  return {
    kind: 'totp',
    take: (tx) => refuseUsed(consumeTotpStep(tx, personId, secret, step)),
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

type Take = (tx: PersonTx) => Promise<void>

/**
 * A wrong proof counts as an attempt, like a password. `use` is the transaction that the proof authorises, in which the
 * factor is used up.
 */
async function judgeThrottled<T>(
  world: World,
  { person: { person, session }, by }: Asking,
  {
    kind,
    input,
    use,
  }: {
    readonly kind: Ceremony['kind']
    readonly input: ProofInput
    readonly use: (take: Take) => Promise<T>
  },
): Promise<T> {
  const address = by.address ?? ''
  // The sign-in began with the password, so it does not count as the second step.
  if (kind !== 'second_factor' && input.password !== undefined) {
    // Otherwise a stolen password and an open session would be enough to remove the factors.
    if ((await secondFactorsOf(world.pool, person.id)).length > 0)
      fail('proof_required', {
        advice: 'send totp, passkey or recovery_code: your account has a second factor',
      })
    await demandPerson(world, { email: person.email, password: input.password, address })
    return use(async () => undefined)
  }
  const attempt = await takeAttempt(world, person.email, address)
  const factor = await judgeFactor(world, person.id, { kind, sessionId: session.id }, input)
  const result = await use(async (tx) => {
    await factor.take(tx)
    if (factor.kind === 'recovery_code') tx.notify('recovery_code_used')
  })
  await attempt.giveBack()
  return result
}

/** A person proves their identity again before they change how they sign in. */
export async function prove(world: World, asking: Asking, input: ProofInput): Promise<Proof> {
  return judgeThrottled(world, asking, {
    kind: 'proof',
    input,
    use: (take) =>
      changePerson(world, asking, async (tx) => {
        await take(tx)
        await setProven(tx, asking.person.session.id, tx.now)
        return { proven_until: isoTimestamp(proofEnd(tx.now)) }
      }),
  })
}

/** The second step of a sign-in: a factor ends the waiting session and begins a full one. */
export async function giveSecondFactor(
  world: World<PeopleConfig>,
  asking: Asking,
  browser: Browser,
  input: FactorInput,
): Promise<SignIn> {
  const { person, session } = asking.person
  const begun = await judgeThrottled(world, asking, {
    kind: 'second_factor',
    input,
    use: (take) =>
      changePerson(world, asking, async (tx) => {
        await take(tx)
        const { identityId } = (await endAwaitingSession(tx, session.id, tx.now)) ?? fail('unauthorized')
        return beginSession(world, tx, {
          personId: person.id,
          browser,
          factors: { secondFactorAt: tx.now, identityId },
        })
      }),
  })
  world.signals.notifyHere('callers', person.id)
  return handOver(begun, browser)
}
