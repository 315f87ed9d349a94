// By which of an agency's rules an offer was priced: for the agency, never for its clients.
import Type from 'typebox'
import { Amount, AmountOf } from './amounts.ts'
import { Nullable } from './common.ts'

const TERMS = {
  rule_id: Nullable(Type.String({ description: 'The rule that was applied (prl_); null for the default' })),
  rule_name: Nullable(Type.String({ description: 'As it was called then' })),
  markup_percent: Type.Number(),
  fee_amount: AmountOf('For the whole offer or for each passenger, as `fee_per` says'),
  fee_per: Type.Enum(['offer', 'passenger']),
}

export const PricingPart = Type.Object({
  passengers: Type.Integer({ description: 'How many of the passengers it is for' }),
  weight: Type.Integer({ description: 'Of the base cost: 10 for each seat, 1 for each infant on a lap' }),
  ...TERMS,
  base_cost_brl: AmountOf('Their share of the base cost'),
  markup_amount: Amount,
  fee_total: Amount,
})
export type PricingPart = Type.Static<typeof PricingPart>

export const OfferPricing = Type.Object(
  {
    ...TERMS,
    client_id: Nullable(Type.String({ description: 'The client whom the search was for' })),
    parts: Type.Optional(
      Type.Array(PricingPart, {
        description:
          'Only where passengers were priced by different rules: each rule with its share, which add up to the ' +
          'offer. `rule_id` is null then, and the terms above are those of the whole',
      }),
    ),
  },
  { description: 'By which rule of the agency it was priced' },
)
export type OfferPricing = Type.Static<typeof OfferPricing>
