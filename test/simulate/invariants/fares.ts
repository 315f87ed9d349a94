// Invariants of fares: offers, debits and refunds are computed again from the carrier's cash book, the published exchange
// rates and the agency's terms.
import type { Offer } from '../../../contract/flights.ts'
import type { DeskEntry } from '../../support/fakes/fake-duffel-desk.ts'
import type { Agency } from '../agency.ts'
import type { Installation } from '../installation/installation.ts'
import { acknowledged } from '../writes.ts'
import { priceChain, times } from './arithmetic.ts'
import { centsOf, type Invariant, type InvariantInput, nowOf } from './input.ts'

/** The newest that was published. */
function rateOf({ rates }: Installation, currency: string): number {
  if (currency === 'BRL') return 1
  const published = rates.quotations[currency] ?? []
  const [newest] = published.toSorted((a, b) => (a.dataHoraCotacao < b.dataHoraCotacao ? 1 : -1))
  if (newest === undefined) throw new Error(`there is no rate of ${currency}`)
  return newest.cotacaoVenda
}

/** What an offer must cost by its carrier's price. */
export function pricesOf(
  installation: Installation,
  { pricing }: Agency,
  { owner, total_amount, total_currency }: Offer,
) {
  const terms = owner.iata_code === pricing.airline ? pricing.special : pricing.usual
  return priceChain(centsOf(total_amount), rateOf(installation, total_currency), terms)
}

export const offersMatchTerms: Invariant = async ({ installation, agency }) =>
  [...agency.known.offers.values()].flatMap((offer) => {
    const rate = rateOf(installation, offer.total_currency)
    const prices = pricesOf(installation, agency, offer)
    const expected = {
      base_cost_brl: prices.base,
      agency_markup_amount: prices.markup,
      markup_applied: prices.markup,
      agency_fee_amount: prices.fee,
      fee_applied: prices.fee,
      total_agency_commission: prices.commission,
      client_amount: prices.client,
    }
    const wrong = Object.entries(expected).flatMap(([name, cents]) => {
      const shown = offer[name as keyof typeof expected]
      return centsOf(shown) === cents ? [] : [`${name} is ${shown}, expected ${cents} cents`]
    })
    if (offer.exchange_rate_used !== rate)
      wrong.push(`the rate is ${offer.exchange_rate_used}, expected ${rate}`)
    return wrong.map(
      (problem) => `offer ${offer.id} of ${offer.total_amount} ${offer.total_currency}: ${problem}`,
    )
  })

/** A booking with the money that moved for it. */
interface Flight {
  id: string
  status: string
  offer: Offer
  /** Null if no tickets were issued. */
  ticketed_at: Date | null
  debited: bigint
  credited: bigint
  /** Entries in the carrier's cash book. */
  cash: DeskEntry[]
}

export async function flightsOf({ installation, agency, list }: InvariantInput): Promise<Flight[]> {
  const rows = await installation.database.rows(
    'select id, status, offer_id, ticketed_at from bookings where team_id = $1 and mode = $2',
    [agency.teamId, agency.mode],
  )
  const lines = await list('/api/v1/wallet/transactions')
  const moved = (id: string, type: 'debit' | 'credit') =>
    lines
      .filter((line) => line.reference_id === id && line.type === type)
      .reduce((sum, { amount }) => sum + centsOf(amount), 0n)
  return rows.map(({ id, status, offer_id, ticketed_at }) => {
    const offer = agency.known.offers.get(offer_id)
    if (offer === undefined) throw new Error(`booking ${id} has an offer that no step ordered`)
    const cash = installation.carrier.desk.cash.filter(({ reference }) => reference === id)
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

/** The carrier charges its price once for each ticketed booking, and the client's price follows from it. */
export const debitsMatchFares: Invariant = async (input) => {
  const { installation, agency } = input
  return (await flightsOf(input)).flatMap(({ id, status, offer, debited, cash }) => {
    const problems: string[] = []
    const { client } = pricesOf(installation, agency, offer)
    if (debited !== 0n && debited !== client)
      problems.push(`${debited} cents were debited, the price is ${client}`)
    const charges = cash.filter(({ type }) => type === 'charge')
    for (const { amount, currency } of charges)
      if (amount !== offer.total_amount || currency !== offer.total_currency)
        problems.push(`its carrier charged ${amount} ${currency}`)
    const isWrong = charges.length > 1 || (status === 'ticketed' && charges.length === 0)
    if (agency.mode === 'live' && isWrong) problems.push(`its carrier charged it ${charges.length} times`)
    if (charges.length > 0 && debited === 0n)
      problems.push('its carrier charged it, and the wallet did not pay')
    const what = `${id}, ${status}, of ${offer.total_amount} ${offer.total_currency}`
    return problems.map((problem) => `${what}: ${problem}`)
  })
}

export const refundsMatchCarrier: Invariant = async (input) => {
  const flights = await flightsOf(input)
  const now = await nowOf(input)
  return flights
    .filter(({ status, debited }) => status === 'cancelled' && debited > 0n)
    .flatMap(({ id, offer, ticketed_at, debited, credited, cash }) => {
      const total = centsOf(offer.total_amount)
      const kept = input.agency.mode === 'live' ? keptOf(cash) : keptInSandbox(offer, ticketed_at, now)
      if (kept === null) return []
      const keptBrl = times(kept, rateOf(input.installation, offer.total_currency))
      // If the carrier refunds nothing, the agency keeps its markup and fee too.
      const isLost = kept > 0n && kept >= total
      const expected = isLost || keptBrl > debited ? 0n : debited - keptBrl
      return credited === expected
        ? []
        : [
            `${id}: of ${debited} cents ${credited} were refunded, expected ${expected}; ` +
              `the carrier kept ${kept} of ${offer.total_amount} ${offer.total_currency}`,
          ]
    })
}

export const cancellationsReturnRefund: Invariant = async (input) => {
  const credited = new Map((await flightsOf(input)).map(({ id, credited }) => [id, credited]))
  return input.agency.writes.flatMap((write) => {
    const { method, path } = write.request
    const [, id = ''] = /bookings\/(ord_\w+)$/.exec(path) ?? []
    const returned = method === 'DELETE' && id !== '' ? acknowledged(write)?.refund.amount : undefined
    return returned === undefined || centsOf(returned) === credited.get(id)
      ? []
      : [`${id}: its cancellation returned ${returned}, but ${credited.get(id)} cents were refunded`]
  })
}

/** By the carrier's cash book. */
function keptOf(cash: readonly DeskEntry[]): bigint {
  return cash.reduce(
    (sum, { type, amount }) => sum + (type === 'charge' ? centsOf(amount) : -centsOf(amount)),
    0n,
  )
}

/** The carrier of the sandbox has no books: the conditions of the offer decide. Null if they do not. */
function keptInSandbox(offer: Offer, ticketed_at: Date | null, now: Date): bigint | null {
  const { conditions, passengers, slices } = offer
  const { allowed, penalty_amount } = conditions.refund_before_departure
  const isPlain = passengers[0]?.fare_brand_name === PLAIN_FAMILY
  const departs = slices[0]?.segments[0]?.departing_at ?? ''
  const isAhead = departs.slice(0, 10) > now.toISOString().slice(0, 10)
  return isPlain && isAhead && ticketed_at !== null && allowed ? centsOf(penalty_amount ?? '0.00') : null
}

/** The fare family of the sandbox without planned failures. */
export const PLAIN_FAMILY = 'ZZ none'
