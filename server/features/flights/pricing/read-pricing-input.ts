// Reads the pricing that somebody sets. The schema has seen to its shape; what is left needs arithmetic, a map, or a
// look at the rest of the rule.

import { FEE_CENTS_MAX } from '../../../../contract/limits.ts'
import type { PricingInput, PricingRule, PricingRuleInput } from '../../../../contract/pricing.ts'
import { decimalFromNumber, decimalPlaces, formatDecimal } from '../../../kernel/values/decimal.ts'
import { formatAmount, parseOwnAmount } from '../../../kernel/values/money.ts'
import { clientIdFromUuid, uuidFromClientId } from '../../clients/client-id.ts'
import { type Faults, findFaults } from '../faults.ts'
import { refuseShape } from '../read-search.ts'
import { codesOf } from './place-codes.ts'
import type { AgencyPricing } from './pricing-rules.ts'

/** Rules that are new have no id yet. */
export interface WantedPricing extends Omit<AgencyPricing, 'rules' | 'version'> {
  readonly rules: readonly (Omit<PricingRule, 'id'> & { readonly id: string | null })[]
}

const PERCENT_PLACES = 4

export function readPricingInput(input: PricingInput): WantedPricing {
  return findFaults((faults) => {
    checkPercent(faults, 'markup_percent', input.markup_percent)
    checkFee(faults, 'fee_amount', input.fee_amount)
    return {
      markup_percent: formatDecimal(decimalFromNumber(input.markup_percent)),
      fee_cents: parseOwnAmount(input.fee_amount),
      rules: input.rules.map((rule, index) => readRule(faults, rule, `rules.${index}`)),
    }
  }, refuseShape)
}

function readRule(faults: Faults, input: PricingRuleInput, path: string): WantedPricing['rules'][number] {
  const { id = null, name = null, markup_percent = null, fee_amount = null } = input
  const { airlines = null, cabins = null, passenger_types = null } = input
  const route = readRoute(faults, input.route ?? null, path)
  const client_id = readClientId(faults, input.client_id ?? null, path)
  const conditions = [route, airlines, cabins, passenger_types, client_id]
  if (conditions.every((condition) => condition === null))
    faults.add(path, 'must have a condition; what is for all trips is the default')
  if (markup_percent === null && fee_amount === null)
    faults.add(path, 'must have a markup_percent or a fee_amount')
  if (passenger_types !== null && fee_amount === null)
    faults.add(`${path}.fee_amount`, 'is required with passenger_types: it is for each of these passengers')
  if (markup_percent !== null) checkPercent(faults, `${path}.markup_percent`, markup_percent)
  if (fee_amount !== null) checkFee(faults, `${path}.fee_amount`, fee_amount)
  const fee = fee_amount === null ? null : formatAmount(parseOwnAmount(fee_amount))
  const terms = { markup_percent, fee_amount: fee }
  return { id, name, route, airlines, cabins, passenger_types, client_id, ...terms }
}

function readRoute(faults: Faults, route: PricingRuleInput['route'], path: string): PricingRule['route'] {
  if (route === null || route === undefined) return null
  const { origin = null, destination = null, both_ways = false } = route
  if (origin === null && destination === null)
    faults.add(`${path}.route`, 'must have an origin or a destination')
  for (const [field, code] of Object.entries({ origin, destination }))
    if (code !== null && codesOf(code).length === 0)
      faults.add(`${path}.route.${field}`, 'is not the code of an airport, city or country')
  return { origin, destination, both_ways }
}

/** In the spelling of the flight side. */
function readClientId(faults: Faults, text: string | null, path: string): string | null {
  if (text === null) return null
  const uuid = uuidFromClientId(text)
  if (uuid !== null) return clientIdFromUuid(uuid)
  faults.add(`${path}.client_id`, 'must be the id of a client')
  return null
}

function checkPercent(faults: Faults, field: string, percent: number): void {
  if (decimalPlaces(decimalFromNumber(percent)) > PERCENT_PLACES)
    faults.add(field, `must have at most ${PERCENT_PLACES} decimals`)
}

function checkFee(faults: Faults, field: string, fee: string): void {
  if (parseOwnAmount(fee) > FEE_CENTS_MAX) faults.add(field, `must be at most ${formatAmount(FEE_CENTS_MAX)}`)
}
