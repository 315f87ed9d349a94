// Offers as options of a quote: an agent names them by their ids, and what the client reads is made from the offers
// themselves, so that no model copies a price.
import type { Offer, Slice } from '../../../contract/flights.ts'
import type { OptionInput } from '../../../contract/quotes.ts'
import { type AgentCall, type Answered, callOperation } from './call-operation.ts'
import type { Arguments } from './tool-input.ts'

/** The arguments of a new quote, with options in place of the ids of offers; or why an offer cannot be quoted. */
export async function withOffers(
  call: AgentCall,
  { offer_ids, ...given }: Arguments,
): Promise<{ readonly filled: Arguments } | { readonly refused: Answered }> {
  if (!Array.isArray(offer_ids)) return { filled: given }
  const options: OptionInput[] = []
  for (const id of offer_ids) {
    const read = await callOperation(call, 'offers.read', { id })
    if (read.status !== 200) return { refused: read }
    options.push(optionOf(read.body, call.language))
  }
  return { filled: { ...given, options } }
}

function optionOf(offer: Offer, language: AgentCall['language']): OptionInput {
  const { slices, owner, passengers, client_amount, conditions } = offer
  const route = slices.map((slice) => `${slice.origin.iata_code}-${slice.destination.iata_code}`).join(', ')
  const what = language === 'en' ? 'Flights' : 'Passagens aéreas'
  return {
    title: `${owner.name} ${route}`.slice(0, 120),
    trip: {
      airline: owner.name,
      fare: passengers[0]?.fare_brand_name ?? null,
      legs: slices.map(legOf),
      refund: ruleOf(conditions.refund_before_departure),
      change: ruleOf(conditions.change_before_departure),
      travellers: passengers.length,
    },
    items: [
      { description: `${what} ${route}, ${owner.name}`, quantity: 1, unit_price: Number(client_amount) },
    ],
  }
}

/** By the clocks of its airports, to the minute. */
function legOf({ origin, destination, segments }: Slice) {
  const clock = (time = '') => time.slice(0, 16)
  return {
    origin: origin.iata_code,
    destination: destination.iata_code,
    departing_at: clock(segments.at(0)?.departing_at),
    arriving_at: clock(segments.at(-1)?.arriving_at),
    flights: segments.map(
      (one) => `${one.marketing_carrier.iata_code} ${one.marketing_carrier_flight_number}`,
    ),
    stops: segments.slice(1).map((one) => one.origin.iata_code),
  }
}

/** A fee in another currency is left to the airline. */
function ruleOf({
  allowed,
  penalty_amount: fee,
  penalty_currency,
}: Offer['conditions']['refund_before_departure']) {
  return { allowed, fee: fee === null || penalty_currency !== 'BRL' ? null : Number(fee) }
}
