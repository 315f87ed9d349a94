// How often secrets may be tried, by account and by address, counted in the database for every process and across
// restarts. A right attempt gives back what it took, so that an office that signs in every morning is not held up.
import { hash } from 'node:crypto'
import { countedAddress } from '../../kernel/values/counted-address.ts'
import { fail } from '../../kernel/values/fail.ts'
import { type BucketTerms, spendShared, takeShared } from '../teams/bucket-store.ts'
import type { World } from '../world.ts'
import { isKnownPlace } from './session-store.ts'

const MINUTE_MS = 60_000

/** From one address, whatever the accounts: lists of stolen passwords are tried so. */
const OF_ADDRESS: BucketTerms = { capacity: 30, refillMs: 15 * MINUTE_MS }
/** From one address at one account. */
const OF_PAIR: BucketTerms = { capacity: 5, refillMs: 15 * MINUTE_MS }
/** From everywhere at one account. */
const OF_ACCOUNT: BucketTerms = { capacity: 30, refillMs: 60 * MINUTE_MS }

/** How long the places are remembered that somebody signed in from. */
export const KNOWN_PLACE_DAYS = 90

export interface Attempt {
  /** It was right: as if it had not been counted. */
  giveBack(): Promise<void>
}

/** Fails where it is too early for another one; that takes nothing. */
export async function takeAttempt(world: World, account: string, address: string): Promise<Attempt> {
  const { pool, wall, log } = world
  const network = countedAddress(address)
  const name = hash('sha256', account, 'base64url').slice(0, 22)
  const taken: (BucketTerms & { name: string; spent: number })[] = []
  const giveBack = async () => {
    if (taken.length === 0) return
    // What the attempt was for is done: this must not fail it.
    await spendShared(pool, taken.splice(0), wall.now()).catch((error) =>
      log.warn({ err: error }, 'an attempt could not be given back'),
    )
  }
  const takeFrom = async (bucket: string, terms: BucketTerms) => {
    const waitSeconds = await takeShared(pool, bucket, terms, wall.now())
    if (waitSeconds === 0) taken.push({ name: bucket, spent: -1, ...terms })
    return waitSeconds
  }
  const waitSeconds =
    (await takeFrom(`attempt ${network}`, OF_ADDRESS)) ||
    (await takeFrom(`attempt ${network} ${name}`, OF_PAIR)) ||
    (await takeFrom(`attempt ${name}`, OF_ACCOUNT))
  // Emptying an account's common allowance does not keep its owner out where they have been before.
  if (waitSeconds > 0 && !(taken.length === 2 && (await isUsualPlace(world, account, network)))) {
    await giveBack()
    fail('too_many_attempts', { retryAfterSeconds: waitSeconds })
  }
  return { giveBack }
}

async function isUsualPlace({ pool, wall }: World, account: string, network: string): Promise<boolean> {
  const since = new Date(wall.now().getTime() - KNOWN_PLACE_DAYS * 86_400_000)
  return isKnownPlace(pool, account, network, since)
}
