// The expected price of an offer by an agency's rules, computed passenger by passenger: shares no code with
// the pricing.
import type { Offer } from '../../../../contract/flights.ts'
import type { PricingInput } from '../../../../contract/pricing.ts'
import { cents, roundedHalfUp } from '../../../../test/support/check-offers.ts'

const MAP: Record<string, string> = {
  GRU: 'SAO BR',
  CGH: 'SAO BR',
  VCP: 'SAO BR',
  GIG: 'RIO BR',
  SDU: 'RIO BR',
  MIA: 'MIA US',
}
const RANKS = ['economy', 'premium_economy', 'business', 'first']

type Rule = PricingInput['rules'][number]

export interface Expected {
  base: bigint
  markup: bigint
  fee: bigint
  /** The index of the rule for each passenger; -1 for the default. */
  rules: number[]
}

/** `clientId` is as the rules spell it. */
export function priceByRules(offer: Offer, pricing: PricingInput, clientId: string | null): Expected {
  const base = cents(offer.base_cost_brl)
  const rules = offer.passengers.map(({ type }) =>
    pricing.rules.findIndex((rule) => fits(rule, offer, type, clientId)),
  )
  const halves = offer.passengers.map(({ type }): bigint => (type === 'infant_without_seat' ? 1n : 10n))
  const all = halves.reduce((a, b) => a + b)
  // Each cent goes to the rule in whose share of the total its middle lies, with shares in the order of use.
  const upTo = (weight: bigint) => (2n * base * weight + all) / (2n * all)
  const sum = { base, markup: 0n, fee: 0n, rules }
  let done = 0n
  for (const place of new Set(rules)) {
    const mine = halves.filter((_, index) => rules[index] === place)
    const start = done
    done += mine.reduce((a, b) => a + b)
    const rule = pricing.rules[place]
    const percent = String(rule?.markup_percent ?? pricing.markup_percent)
    const fee = cents(Number(rule?.fee_amount ?? pricing.fee_amount).toFixed(2))
    sum.markup += roundedHalfUp(upTo(done) - upTo(start), percent, 2)
    sum.fee += rule?.passenger_types ? fee * BigInt(mine.length) : fee
  }
  return sum
}

function fits(rule: Rule, { slices, owner }: Offer, type: string, clientId: string | null): boolean {
  const flown = slices.flatMap(({ segments }) => segments.flatMap(({ passengers }) => passengers))
  const ranks = flown.map(({ cabin_class }) => RANKS.indexOf(cabin_class))
  const ends = [slices[0]!.origin.iata_code, slices[0]!.destination.iata_code]
  const ways = rule.route?.both_ways ? [ends, ends.toReversed()] : [ends]
  const means = (code: string | null | undefined, place: string | undefined) =>
    code == null || `${place} ${MAP[place ?? '']}`.split(' ').includes(code)
  return [
    !rule.passenger_types || rule.passenger_types.some((name) => name === type),
    !rule.airlines || rule.airlines.includes(owner.iata_code),
    !rule.cabins || rule.cabins.some((name) => name === RANKS[Math.max(...ranks)]),
    !rule.client_id || rule.client_id === clientId,
    !rule.route ||
      ways.some(([from, to]) => means(rule.route?.origin, from) && means(rule.route?.destination, to)),
  ].every(Boolean)
}
