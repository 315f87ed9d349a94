// The only maker of the public JSON of offers, slices and passengers.
import type { Offer, OfferPassenger, PassengerType, Slice } from '../../../contract/flights.ts'
import type { Price, SupplierSegment, SupplierSlice } from '../../adapters/flights/supplier-offer.ts'
import { type Decimal, numberFromDecimal } from '../../kernel/values/decimal.ts'
import { distanceKm } from '../../kernel/values/great-circle.ts'
import { makeId } from '../../kernel/values/ids.ts'
import { formatAmount, numberFromCents } from '../../kernel/values/money.ts'
import type { ClientPrice } from './pricing/price-chain.ts'
import type { PricedOffer } from './pricing/price-offers.ts'
import { offerPricingView } from './pricing/pricing-view.ts'
import { findAirport } from './reference/airports.ts'

export interface OfferFrame {
  readonly travellers: readonly { id: string; type: PassengerType }[]
  readonly expiresAt: Date
  /** Writes timestamps; most offers of a search share theirs. */
  readonly isoOf: (at: Date) => string
  /** For whom, where the search says so. */
  readonly clientId: string | null
  /** Real time, for ids. */
  readonly wallNow: Date
  readonly logoOf: (airline: string) => string
}

export function offerView(id: string, { offer, rate, price }: PricedOffer, frame: OfferFrame): Offer {
  const { isoOf } = frame
  const expires_at = isoOf(frame.expiresAt)
  // What can be held at all can be held as long as the offer lives.
  const hold = offer.hold !== null && offer.hold.paymentRequiredBy > frame.expiresAt ? offer.hold : null
  return {
    id,
    ...priceView(offer.price, rate, price, frame.clientId),
    expires_at,
    owner: offer.owner,
    slices: offer.slices.map((slice) => sliceView(slice, frame)),
    passengers: passengersView(frame.travellers, offer.fareBrandNames),
    conditions: offer.conditions,
    payment_requirements: {
      requires_instant_payment: hold === null,
      // Without a hold both are the end of the offer, until which it can be paid at this price.
      price_guarantee_expires_at: isoOf(hold?.priceGuaranteedUntil ?? frame.expiresAt),
      payment_required_by: isoOf(hold?.paymentRequiredBy ?? frame.expiresAt),
    },
  }
}

/** The fields of an offer that depend on its price, in the contract's order. */
export function priceView(
  { totalCents, baseCents, taxCents, currency }: Price,
  rate: Decimal,
  price: ClientPrice,
  clientId: string | null,
) {
  const { baseCostCents, markupCents, feeCents, commissionCents, clientCents } = price
  const markup = formatAmount(markupCents)
  const fee = formatAmount(feeCents)
  return {
    total_amount: formatAmount(totalCents),
    total_currency: currency,
    base_amount: formatAmount(baseCents),
    base_currency: currency,
    tax_amount: formatAmount(taxCents),
    tax_currency: currency,
    client_amount: formatAmount(clientCents),
    client_currency: 'BRL' as const,
    original_amount: numberFromCents(totalCents),
    original_currency: currency,
    exchange_rate_used: numberFromDecimal(rate),
    base_cost_brl: formatAmount(baseCostCents),
    agency_markup_percent: numberFromDecimal(price.markupPercent),
    agency_markup_amount: markup,
    agency_fee_amount: fee,
    total_agency_commission: formatAmount(commissionCents),
    markup_applied: markup,
    fee_applied: fee,
    pricing: offerPricingView(price, clientId),
  }
}

export function passengersView(
  travellers: OfferFrame['travellers'],
  fareBrandNames: readonly (string | null)[],
): OfferPassenger[] {
  return travellers.map(({ id, type }, index) => ({
    id,
    type,
    fare_brand_name: fareBrandNames[index] ?? null,
    loyalty_programme_accounts: [],
  }))
}

function sliceView(slice: SupplierSlice, frame: OfferFrame): Slice {
  return {
    id: makeId('slice', frame.wallNow),
    origin: slice.origin,
    destination: slice.destination,
    duration: slice.duration,
    segments: slice.segments.map((segment) => segmentView(segment, frame)),
  }
}

function segmentView(segment: SupplierSegment, { travellers, wallNow, logoOf }: OfferFrame) {
  const { iata_code, name, logo_symbol_url } = segment.operating_carrier
  return {
    id: makeId('segment', wallNow),
    origin: segment.origin,
    destination: segment.destination,
    departing_at: segment.departing_at,
    arriving_at: segment.arriving_at,
    operating_carrier: { iata_code, name, logo_symbol_url: logo_symbol_url ?? logoOf(iata_code) },
    marketing_carrier: segment.marketing_carrier,
    operating_carrier_flight_number: segment.operating_carrier_flight_number,
    marketing_carrier_flight_number: segment.marketing_carrier_flight_number,
    aircraft: segment.aircraft,
    duration: segment.duration,
    distance: segment.distance === '0' ? distanceOf(segment) : segment.distance,
    passengers: segment.passengers.map((passenger, index) => ({
      passenger_id: travellers[index]!.id,
      cabin_class: passenger.cabin_class,
      cabin_class_marketing_name: passenger.cabin_class_marketing_name,
      fare_basis_code: passenger.fare_basis_code,
      seat: passenger.seat,
      baggages: passenger.baggages,
    })),
  }
}

/** Not every airline says it; the airport data does. */
function distanceOf({ origin, destination }: SupplierSegment): string {
  const from = findAirport(origin.iata_code)
  const to = findAirport(destination.iata_code)
  return from === undefined || to === undefined ? '0' : String(distanceKm(from, to))
}
