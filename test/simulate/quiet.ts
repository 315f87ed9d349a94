// The quiet phase after settling, without faults: each agency buys and refunds a flight of each currency, sends an
// invoice, and sells a trip and bills it. Everything must happen exactly once.
import type { Offer } from '../../contract/flights.ts'
import { cancel, instant } from './flight-steps.ts'
import { PLAIN_FAMILY } from './laws/fares.ts'
import { type Life, makeLife } from './life.ts'
import { client, invoice } from './money-steps.ts'
import { random } from './random.ts'
import { RESOLVE_MAX_MS, untilNothingWaits } from './settle.ts'
import { callBack, type Shop } from './shop.ts'
import type { Town } from './town.ts'
import { bill, trip } from './trip-steps.ts'
import { resolve } from './writes.ts'

/** Returns unfinished work; empty if all is well. */
export async function passQuietly(
  town: Town,
  shops: readonly Shop[],
  seed: string,
  name: string,
): Promise<string[]> {
  const before = await processesOf(town)
  await Promise.all(shops.map((shop) => trade(town, shop, seed, name)))
  // A busy machine may have left some without a response, and the bank may have reported no payment.
  await resolve(
    town,
    shops.flatMap(({ writes }) => writes),
    RESOLVE_MAX_MS,
  )
  for (const shop of shops) await callBack(town, shop, [...shop.known.paid.keys()], 0)
  const left = await untilNothingWaits(town, shops)
  // A process that was taken for dead on a busy machine excuses a repetition.
  const isQuiet = (await processesOf(town)) === before
  for (const shop of shops) if (!isQuiet) shop.quietFrom = null
  return left
}

async function processesOf({ database }: Town): Promise<string> {
  return (await database.rows('select id from processes order by id')).map(({ id }) => id).join()
}

async function trade(town: Town, shop: Shop, seed: string, name: string): Promise<void> {
  const [{ last }] = (await town.database.rows(
    'select coalesce(max(sequence), 0)::int as last from events where team_id = $1 and mode = $2',
    [shop.teamId, shop.mode],
  )) as [{ last: number }]
  shop.quietFrom = last
  let steps = 0
  const life = (): Life => {
    const mark = `${name}.${shop.name}.q${steps++}`
    // Recharges and payments, which are identified by their amounts, are not created here.
    return makeLife({ town, shop, chance: random(seed, mark), mark, cents: 0 })
  }
  await client(life())
  for (const isForeign of [true, false]) {
    const bought = shop.known.bookings.length
    await instant(life(), (offer) => isPlain(shop, offer) && isForeign === (offer.total_currency !== 'BRL'))
    shop.known.bookings.splice(0, bought)
    if (shop.known.bookings.length > 0) await cancel(life())
  }
  await invoice(life())
  await trip(life())
  await bill(life())
}

/** In the sandbox, nothing that goes wrong by design. */
function isPlain({ mode }: Shop, { passengers: [first] }: Offer): boolean {
  return mode === 'live' || first?.fare_brand_name === PLAIN_FAMILY
}
