// How often secrets may be tried, by account and by address, in every process and across restarts. Whoever was right
// gets back what the attempt took, so that an office that signs in every morning is not held up.
import { hash } from 'node:crypto'
import { countedAddress } from '../base/values/counted-address.ts'
import { fail } from '../base/values/fail.ts'
import type { BucketTerms } from '../teams/bucket.ts'
import { bucketsOf } from '../teams/buckets.ts'
import type { World } from '../world.ts'
import { isKnownPlace } from './session-store.ts'

const MINUTE_MS = 60_000

/** From one address, whatever the accounts: lists of stolen passwords are tried so. */
const OF_ADDRESS: BucketTerms = { capacity: 30, refillMs: 15 * MINUTE_MS, isKept: true }
/** From one address at one account. */
const OF_PAIR: BucketTerms = { capacity: 5, refillMs: 15 * MINUTE_MS, isKept: true }
/** From everywhere at one account. */
const OF_ACCOUNT: BucketTerms = { capacity: 30, refillMs: 60 * MINUTE_MS, isKept: true }

/** How long the places are remembered that somebody signed in from. */
export const KNOWN_PLACE_DAYS = 90

export interface Attempt {
  /** It was right: as if it had not been counted. */
  giveBack(): void
}

/** Fails where it is too early for another one; that takes nothing. */
export async function takeAttempt(world: World, account: string, address: string): Promise<Attempt> {
  const network = countedAddress(address)
  const name = hash('sha256', account, 'base64url').slice(0, 22)
  const taken: { giveBack(): void }[] = []
  const giveBack = () => {
    for (const one of taken) one.giveBack()
  }
  const takeFrom = async (bucket: string, terms: BucketTerms) => {
    const left = await take(world, bucket, terms)
    if (left < 0) return Math.ceil((-left * terms.refillMs) / terms.capacity / 1_000)
    taken.push({ giveBack: () => bucketsOf(world).spend(bucket, terms, -1) })
    return 0
  }
  const waitSeconds =
    (await takeFrom(`attempt ${network}`, OF_ADDRESS)) ||
    (await takeFrom(`attempt ${network} ${name}`, OF_PAIR)) ||
    (await takeFrom(`attempt ${name}`, OF_ACCOUNT))
  // Whoever keeps an account's common allowance empty cannot keep its owner out where they have been before.
  if (waitSeconds > 0 && !(taken.length === 2 && (await isUsualPlace(world, account, network)))) {
    giveBack()
    fail('too_many_attempts', { retryAfterSeconds: waitSeconds })
  }
  return { giveBack }
}

/** What is left; below zero, by how much, where there was nothing to take. */
async function take(world: World, name: string, terms: BucketTerms): Promise<number> {
  const buckets = bucketsOf(world)
  for (let behind = buckets.catchUp(name, terms, 1); behind !== undefined; ) {
    await behind
    behind = buckets.catchUp(name, terms, 1)
  }
  return buckets.take(name, terms, 1)
}

async function isUsualPlace({ pool, wall }: World, account: string, network: string): Promise<boolean> {
  const since = new Date(wall.now().getTime() - KNOWN_PLACE_DAYS * 86_400_000)
  return isKnownPlace(pool, account, network, since)
}
