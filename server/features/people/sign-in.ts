// Signs people in, with limits on attempts.
import { hash } from 'node:crypto'
import type { AuditNotice } from '../../../contract/audit-fields.ts'
import type { SignIn, SignInInput } from '../../../contract/people.ts'
import type { Actor } from '../../kernel/outbox/audit.ts'
import { type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { countedAddress } from '../../kernel/values/urls.ts'
import { type BucketTerms, spendShared, takeShared } from '../teams/bucket-store.ts'
import { oldestTeam } from '../teams/store.ts'
import type { World } from '../world.ts'
import { secondFactorsOf } from './factors/proofs.ts'
import { hashPassword, isPassword, isWeakHash } from './passwords.ts'
import { findPersonByEmail, firstTeamOf, type PersonRow, replacePasswordHash } from './person-store.ts'
import { isKnownPlace } from './session-store.ts'
import { type Browser, beginSession, endSessions, handOver, hashToken } from './sessions.ts'
import type { PeopleConfig } from './settings.ts'

const MINUTE_MS = 60_000

/** From one address at any accounts, against lists of stolen passwords. */
const OF_ADDRESS: BucketTerms = { capacity: 30, refillMs: 15 * MINUTE_MS }
/** From one address at one account. */
const OF_PAIR: BucketTerms = { capacity: 5, refillMs: 15 * MINUTE_MS }
/** From all addresses at one account. */
const OF_ACCOUNT: BucketTerms = { capacity: 30, refillMs: 60 * MINUTE_MS }

/** How long the addresses of past sign-ins count as known. */
export const KNOWN_PLACE_DAYS = 90

/**
 * An attempt at a secret, counted in the database across processes and restarts. A correct attempt is given back, so
 * that an office that signs in every morning is not limited.
 */
export interface Attempt {
  /** The caller is at an address or device that signed in to the account before. */
  readonly isKnown: boolean
  /** The attempt was correct, and is not counted. */
  giveBack(): Promise<void>
}

/** Fails if the next attempt is too early; this takes no token. */
export async function takeAttempt(
  world: World,
  account: string,
  address: string,
  isKnownDevice = false,
): Promise<Attempt> {
  const { pool, wall, log } = world
  const network = countedAddress(address)
  const name = hash('sha256', account, 'base64url').slice(0, 22)
  const taken: (BucketTerms & { name: string; spent: number })[] = []
  const giveBack = async () => {
    if (taken.length === 0) return
    // The sign-in itself has succeeded, so this must not fail it.
    await spendShared(pool, taken.splice(0), wall.now()).catch((error) =>
      log.warn({ err: error }, 'an attempt could not be given back'),
    )
  }
  const takeFrom = async (bucket: string, terms: BucketTerms) => {
    const waitSeconds = await takeShared(pool, bucket, terms, wall.now())
    if (waitSeconds === 0) taken.push({ name: bucket, spent: -1, ...terms })
    return waitSeconds
  }
  const isKnown = isKnownDevice || (await isUsualPlace(world, account, network))
  // A device counts as one place, so that a stolen cookie tries no more from many addresses, and strangers behind the
  // same address do not lock it out.
  const place = isKnownDevice ? 'device' : network
  const waitAtPlace =
    (isKnownDevice ? 0 : await takeFrom(`attempt ${network}`, OF_ADDRESS)) ||
    (await takeFrom(`attempt ${place} ${name}`, OF_PAIR))
  const waitSeconds = waitAtPlace || (await takeFrom(`attempt ${name}`, OF_ACCOUNT))
  // Attempts from elsewhere must not lock the owner out at an address or device that they used before.
  if (waitAtPlace > 0 || (waitSeconds > 0 && !isKnown)) {
    await giveBack()
    fail('too_many_attempts', { retryAfterSeconds: waitSeconds })
  }
  return { isKnown, giveBack }
}

async function isUsualPlace({ pool, wall }: World, account: string, network: string): Promise<boolean> {
  const since = new Date(wall.now().getTime() - KNOWN_PLACE_DAYS * 86_400_000)
  return isKnownPlace(pool, account, network, since)
}

export async function signIn(
  world: World<PeopleConfig>,
  { email, password }: SignInInput,
  browser: Browser,
): Promise<SignIn> {
  const { address, device } = browser
  const person = await demandPerson(world, {
    email: email.trim().toLowerCase(),
    password,
    address,
    deviceOf: device?.personId,
  })
  return enter(world, person, browser)
}

/** Begins the session of a person with one proven factor; if they have a second one, the session waits for it. */
export async function enter(
  world: World<PeopleConfig>,
  { id, password_hash: passwordHash = null }: Pick<PersonRow, 'id'> & Partial<PersonRow>,
  browser: Browser,
  identityId: string | null = null,
): Promise<SignIn> {
  // The browser's former session ends.
  if (browser.token !== undefined) await endSessions(world, { tokenHash: hashToken(browser.token) })
  const factors = await secondFactorsOf(world.pool, id)
  const awaitsFactor = factors.length > 0
  const proved = { awaitsFactor, passwordHash, identityId }
  const session = await beginSession(world, world.pool, { personId: id, browser, factors: proved })
  return handOver(session, browser, factors)
}

/** The person with this password. Counted as an attempt unless correct. */
export async function demandPerson(
  world: World,
  {
    email,
    password,
    address,
    deviceOf,
  }: {
    readonly email: string
    readonly password: string
    readonly address: string
    /** The person who signed in at this device before. */
    readonly deviceOf?: string | null | undefined
  },
): Promise<PersonRow> {
  const person = await findPersonByEmail(world.pool, email)
  const attempt = await takeAttempt(world, email, address, person !== undefined && person.id === deviceOf)
  const whose = attempt.isKnown ? { account: email } : address
  const isRight = await isPassword(password, person?.password_hash ?? null, whose, world.passwordCost)
  if (!isRight || person?.password_hash == null) fail('sign_in_failed')
  await attempt.giveBack()
  if (!isWeakHash(person.password_hash, world.passwordCost)) return person
  const strong = await hashPassword(password, { account: email }, world.passwordCost)
  if (await replacePasswordHash(world.pool, person, strong)) return { ...person, password_hash: strong }
  // Another request rehashed it meanwhile, perhaps with another password.
  return demandPerson(world, { email, password, address, deviceOf })
}

/**
 * The transaction of a person's oldest team, which sends their mails and keeps their audit entries; without one, that
 * of the installation's first team. The queries are the same whether the person exists or not.
 */
export async function atHome<T>(
  world: World,
  personId: string | undefined,
  by: Actor | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { pool, wall: clock } = world
  const [own, first] = [await firstTeamOf(pool, personId ?? ''), await oldestTeam(pool)]
  const teamId = own ?? first?.id
  if (teamId === undefined) throw new Error('there are people, but no team')
  return transaction(world, { owner: { teamId, mode: 'live' }, clock, by }, work)
}

/** The actor of a person who is not signed in, but proved their identity by a link or a provider. */
export function actorAt(
  { id, name }: Pick<PersonRow, 'id' | 'name'>,
  { address, requestId }: Browser,
  action: string,
): Actor {
  return { type: 'person', id, name, address, requestId, action }
}

/** The change for the audit log, without addresses, because the log is kept for ever. */
export function accountChange(personId: string, notice: AuditNotice) {
  return { topic: 'access', object: 'person', objectId: personId, before: null, after: { notice } } as const
}
