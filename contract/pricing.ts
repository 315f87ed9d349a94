// The agency's price additions: a markup and a fee for all trips, and rules for some.
import Type from 'typebox'
import { Amount, AmountOf } from './amounts.ts'
import { Nullable, Timestamp } from './common.ts'
import { CABIN_CLASSES, OfferPricing, PASSENGER_TYPES } from './flights.ts'
import { BODY_BYTES_MAX, MARKUP_PERCENT_MAX, PRICING_RULES_MAX, SEATED_PASSENGERS_MAX } from './limits.ts'
import type { Operations } from './operation.ts'
import { data } from './responses.ts'

const NAME = { minLength: 1, maxLength: 60, description: 'What the agency calls it' }
const Percent = Type.Number({
  minimum: 0,
  maximum: MARKUP_PERCENT_MAX,
  description: 'Percent of the base cost, up to 4 decimals',
})
const amountSent = (description: string) =>
  Type.String({ pattern: '^\\d{1,13}(?:\\.\\d{1,2})?$', description, examples: ['35.00'] })
const Fee = amountSent('In BRL')
const PlaceCode = Type.String({
  pattern: '^[A-Za-z]{2,3}$',
  description: 'Of an airport or city (IATA), or of a country (two letters, ISO 3166-1)',
  examples: ['GRU', 'SAO', 'BR'],
})
const AirlineCode = Type.String({ pattern: '^[A-Z0-9]{2}$', examples: ['LA'] })
const someOf = <T extends Type.TSchema>(items: T, maxItems: number) =>
  Type.Array(items, { minItems: 1, maxItems })
const Airlines = someOf(AirlineCode, 50)
const Cabins = someOf(Type.Enum([...CABIN_CLASSES]), CABIN_CLASSES.length)
const Types = someOf(Type.Enum([...PASSENGER_TYPES]), PASSENGER_TYPES.length)

export const PricingRule = Type.Object({
  id: Type.String({ description: 'Rule id (prl_)' }),
  name: Nullable(Type.String()),
  route: Nullable(
    Type.Object({
      origin: Nullable(PlaceCode),
      destination: Nullable(PlaceCode),
      both_ways: Type.Boolean({ description: 'Trips in the other direction too' }),
    }),
  ),
  airlines: Nullable(Airlines),
  cabins: Nullable(Cabins),
  passenger_types: Nullable(Types),
  client_id: Nullable(Type.String({ description: 'Client id (cli_)' })),
  markup_percent: Nullable(Percent),
  fee_amount: Nullable(Amount),
})
export type PricingRule = Type.Static<typeof PricingRule>

export const Pricing = Type.Object({
  markup_percent: Percent,
  fee_amount: AmountOf('Once for each offer'),
  rules: Type.Array(PricingRule, { description: 'In their order: the first that fits is applied' }),
  updated_at: Nullable(Timestamp),
})
export type Pricing = Type.Static<typeof Pricing>

const optional = <T extends Type.TSchema>(schema: T) => Type.Optional(Nullable(schema))

export const PricingRuleInput = Type.Object({
  id: optional(
    Type.String({ description: 'Of a rule that is there, to keep its id; a new one if left out' }),
  ),
  name: optional(Type.String(NAME)),
  route: optional(
    Type.Object(
      {
        origin: optional(PlaceCode),
        destination: optional(PlaceCode),
        both_ways: Type.Optional(Type.Boolean({ description: 'Trips in the other direction too' })),
      },
      { description: 'Where the trip begins and where it leads; what is left out is anywhere' },
    ),
  ),
  airlines: optional(Airlines),
  cabins: optional(Cabins),
  passenger_types: optional(Types),
  client_id: optional(Type.String({ description: 'Searches for this client (`client_id` of the search)' })),
  markup_percent: optional(Percent),
  fee_amount: optional(Fee),
})
export type PricingRuleInput = Type.Static<typeof PricingRuleInput>

export const PricingInput = Type.Object({
  markup_percent: Percent,
  fee_amount: Fee,
  rules: Type.Array(PricingRuleInput, { maxItems: PRICING_RULES_MAX }),
})
export type PricingInput = Type.Static<typeof PricingInput>

export const PricingPreviewInput = Type.Object({
  base_cost_brl: amountSent("The carrier's price in BRL"),
  origin: PlaceCode,
  destination: PlaceCode,
  airline: AirlineCode,
  cabin: Type.Optional(Type.Enum([...CABIN_CLASSES], { description: 'economy if left out' })),
  passengers: Type.Optional(
    someOf(
      Type.Object({
        type: Type.Enum([...PASSENGER_TYPES]),
        count: Type.Integer({ minimum: 1, maximum: SEATED_PASSENGERS_MAX }),
      }),
      PASSENGER_TYPES.length,
    ),
  ),
  client_id: optional(Type.String()),
})
export type PricingPreviewInput = Type.Static<typeof PricingPreviewInput>

export const PricingPreview = Type.Object({
  base_cost_brl: Amount,
  agency_markup_percent: Type.Number(),
  agency_markup_amount: Amount,
  agency_fee_amount: Amount,
  total_agency_commission: Amount,
  client_amount: Amount,
  pricing: OfferPricing,
})
export type PricingPreview = Type.Static<typeof PricingPreview>

// Operations on the agency's price additions.

const tag = 'Team'
const path = '/api/v1/team/pricing'

export const PRICING_OPERATIONS = {
  'pricing.read': {
    version: Pricing,
    method: 'GET',
    path,
    access: 'team.read',
    tag,
    summary: 'Read markup, fee and pricing rules',
    description: 'Of the mode of the caller: test mode has pricing of its own, to try rules in.',
    response: data(Pricing),
  },
  'pricing.update': {
    version: Pricing,
    method: 'PUT',
    path,
    access: 'team.manage',
    audit: 'settings',
    bodyBytesMax: BODY_BYTES_MAX,
    tag,
    summary: 'Set markup, fee and pricing rules',
    description:
      'All of them at once, in their order. The first rule whose conditions all fit is applied; what it leaves ' +
      'out, and what no rule fits, is the default. A rule by passenger type is for each passenger of that type, ' +
      'and so is its fee. Searches from now on are priced by it; offers and bookings that are there keep their ' +
      'prices.',
    body: PricingInput,
    response: data(Pricing),
    errors: ['client_not_found'],
  },
  'pricing.preview': {
    method: 'POST',
    path: `${path}/preview`,
    access: 'team.read',
    isSearch: true,
    tag,
    summary: 'Try the pricing rules',
    description:
      'Which rule a trip would be priced by, and what its client would pay. It counts as a search.',
    body: PricingPreviewInput,
    response: data(PricingPreview),
    errors: ['client_not_found'],
  },
} as const satisfies Operations
