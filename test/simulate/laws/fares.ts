// Laws of fares: computed from the carrier's cash book, the published rates and the agency's terms, and
// compared with offers, debits and refunds.
import type { Offer } from '../../../contract/flights.ts'
import type { DeskEntry } from '../../support/fakes/fake-duffel-desk.ts'
import type { Shop } from '../shop.ts'
import type { Town } from '../town.ts'
import { takenBody } from '../writes.ts'
import { priceChain, times } from './arithmetic.ts'
import { type Case, centsOf, type Law, nowOf } from './law.ts'

/** The newest of the published ones; BRL costs itself. */
function rateOf({ rates }: Town, currency: string): number {
  if (currency === 'BRL') return 1
  const published = rates.quotations[currency] ?? []
  const [newest] = published.toSorted((a, b) => (a.dataHoraCotacao < b.dataHoraCotacao ? 1 : -1))
  if (newest === undefined) throw new Error(`no rate of ${currency} was ever published`)
  return newest.cotacaoVenda
}

/** What an offer must cost, by the price that its carrier asks for it. */
export function chainOf(town: Town, { pricing }: Shop, { owner, total_amount, total_currency }: Offer) {
  const terms = owner.iata_code === pricing.airline ? pricing.special : pricing.usual
  return priceChain(centsOf(total_amount), rateOf(town, total_currency), terms)
}

/** Each number that an offer shows follows from the price of its carrier. */
export const offersAddUp: Law = async ({ town, shop }) =>
  [...shop.known.offers.values()].flatMap((offer) => {
    const rate = rateOf(town, offer.total_currency)
    const chain = chainOf(town, shop, offer)
    const expected = {
      base_cost_brl: chain.base,
      agency_markup_amount: chain.markup,
      markup_applied: chain.markup,
      agency_fee_amount: chain.fee,
      fee_applied: chain.fee,
      total_agency_commission: chain.commission,
      client_amount: chain.client,
    }
    const wrong = Object.entries(expected).flatMap(([name, cents]) => {
      const shown = offer[name as keyof typeof expected]
      return centsOf(shown) === cents ? [] : [`${name} is ${shown} and not ${cents} cents`]
    })
    if (offer.exchange_rate_used !== rate)
      wrong.push(`the rate is ${offer.exchange_rate_used} and not ${rate}`)
    return wrong.map(
      (fault) => `offer ${offer.id} of ${offer.total_amount} ${offer.total_currency}: ${fault}`,
    )
  })

/** A booking with what its wallet and its carrier have moved for it. */
interface Flight {
  id: string
  status: string
  offer: Offer
  /** Null where no tickets were ever issued. */
  ticketed_at: Date | null
  debited: bigint
  credited: bigint
  /** Of the carrier's cash book. */
  cash: DeskEntry[]
}

export async function flightsOf({ town, shop, all }: Case): Promise<Flight[]> {
  const rows = await town.database.rows(
    'select id, status, offer_id, ticketed_at from bookings where team_id = $1 and mode = $2',
    [shop.teamId, shop.mode],
  )
  const lines = await all('/api/v1/wallet/transactions')
  const moved = (id: string, type: 'debit' | 'credit') =>
    lines
      .filter((line) => line.reference_id === id && line.type === type)
      .reduce((sum, { amount }) => sum + centsOf(amount), 0n)
  return rows.map(({ id, status, offer_id, ticketed_at }) => {
    const offer = shop.known.offers.get(offer_id)
    if (offer === undefined) throw new Error(`booking ${id} is of an offer that nobody chose`)
    const cash = town.carrier.desk.cash.filter(({ reference }) => reference === id)
    return {
      id,
      status,
      offer,
      ticketed_at,
      debited: moved(id, 'debit'),
      credited: moved(id, 'credit'),
      cash,
    }
  })
}

/**
 * The carrier charges the offered price once for each ticketed booking, and the client's price follows from
 * it.
 */
export const debitsFollowFares: Law = async (given) => {
  const { town, shop } = given
  return (await flightsOf(given)).flatMap(({ id, status, offer, debited, cash }) => {
    const faults: string[] = []
    const { client } = chainOf(town, shop, offer)
    if (debited !== 0n && debited !== client)
      faults.push(`${debited} cents were debited and ${client} are the price`)
    const charges = cash.filter(({ type }) => type === 'charge')
    for (const { amount, currency } of charges)
      if (amount !== offer.total_amount || currency !== offer.total_currency)
        faults.push(`its carrier charged ${amount} ${currency}`)
    const isWrong = charges.length > 1 || (status === 'ticketed' && charges.length === 0)
    if (shop.mode === 'live' && isWrong) faults.push(`its carrier charged it ${charges.length} times`)
    if (charges.length > 0 && debited === 0n) faults.push('its carrier charged it, and nobody paid')
    const what = `${id}, ${status}, of ${offer.total_amount} ${offer.total_currency}`
    return faults.map((fault) => `${what}: ${fault}`)
  })
}

/** The carrier's refund returns to the wallet: the debit less what the carrier keeps. */
export const refundsFollowCarrier: Law = async (given) => {
  const flights = await flightsOf(given)
  const now = await nowOf(given)
  return flights
    .filter(({ status, debited }) => status === 'cancelled' && debited > 0n)
    .flatMap(({ id, offer, ticketed_at, debited, credited, cash }) => {
      const total = centsOf(offer.total_amount)
      const kept = given.shop.mode === 'live' ? keptOf(cash) : keptInSandbox(offer, ticketed_at, now)
      if (kept === null) return []
      const keptBrl = times(kept, rateOf(given.town, offer.total_currency))
      // If nothing is refunded, the agency keeps its own part too.
      const isLost = kept > 0n && kept >= total
      const expected = isLost || keptBrl > debited ? 0n : debited - keptBrl
      return credited === expected
        ? []
        : [
            `${id}: of ${debited} cents ${credited} came back and not ${expected}; ` +
              `the carrier kept ${kept} of ${offer.total_amount} ${offer.total_currency}`,
          ]
    })
}

/** The cancellation's response names the refund. */
export const refundsAreTold: Law = async (given) => {
  const credited = new Map((await flightsOf(given)).map(({ id, credited }) => [id, credited]))
  return given.shop.writes.flatMap((write) => {
    const { method, path } = write.question
    const [, id = ''] = /bookings\/(ord_\w+)$/.exec(path) ?? []
    const told = method === 'DELETE' && id !== '' ? takenBody(write)?.refund.amount : undefined
    return told === undefined || centsOf(told) === credited.get(id)
      ? []
      : [`${id}: ${told} was told to come back, and ${credited.get(id)} cents did`]
  })
}

/** Of a carrier with books of its own. */
function keptOf(cash: readonly DeskEntry[]): bigint {
  return cash.reduce(
    (sum, { type, amount }) => sum + (type === 'charge' ? centsOf(amount) : -centsOf(amount)),
    0n,
  )
}

/** The sandbox's carrier is part of the service: by the conditions of the offer. Null where those do not decide. */
function keptInSandbox(offer: Offer, ticketed_at: Date | null, now: Date): bigint | null {
  const { conditions, passengers, slices } = offer
  const { allowed, penalty_amount } = conditions.refund_before_departure
  const isPlain = passengers[0]?.fare_brand_name === PLAIN_FAMILY
  const departs = slices[0]?.segments[0]?.departing_at ?? ''
  const isAhead = departs.slice(0, 10) > now.toISOString().slice(0, 10)
  return isPlain && isAhead && ticketed_at !== null && allowed ? centsOf(penalty_amount ?? '0.00') : null
}

/** The family of the sandbox that books, and cancels, as it should. */
export const PLAIN_FAMILY = 'ZZ none'
