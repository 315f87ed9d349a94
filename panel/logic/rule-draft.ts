// The form values of a pricing rule, and their conversion to the API's rule.
import type { Pricing, PricingInput, PricingRule, PricingRuleInput } from '../../contract/pricing.ts'
import { parseDecimal } from './document-totals.ts'

export type Cabin = NonNullable<PricingRule['cabins']>[number]
export type PassengerType = NonNullable<PricingRule['passenger_types']>[number]

export interface RuleDraft {
  name: string
  origin: string
  destination: string
  both_ways: boolean
  /** Codes separated by commas. */
  airlines: string
  cabins: Cabin[]
  passenger_types: PassengerType[]
  client_id: string
  markup_percent: string
  fee_amount: string
}

/** `number` formats a number in the user's language. */
export function draftOf(rule: PricingRule | undefined, number: (value: number) => string): RuleDraft {
  const { route, markup_percent: percent } = rule ?? {}
  return {
    name: rule?.name ?? '',
    origin: route?.origin ?? '',
    destination: route?.destination ?? '',
    both_ways: route?.both_ways ?? true,
    airlines: rule?.airlines?.join(', ') ?? '',
    cabins: rule?.cabins ?? [],
    passenger_types: rule?.passenger_types ?? [],
    client_id: rule?.client_id ?? '',
    markup_percent: percent === null || percent === undefined ? '' : number(percent),
    fee_amount: rule?.fee_amount ?? '',
  }
}

export type DraftFault = 'place' | 'airline' | 'number' | 'nothing'

/** Validation errors by field. */
export function faultsOf(draft: RuleDraft): [field: keyof RuleDraft, fault: DraftFault][] {
  const isPlace = (text: string) => text === '' || /^[A-Z]{2,3}$/.test(codeOf(text))
  const faults: [keyof RuleDraft, DraftFault, boolean][] = [
    ['origin', 'place', !isPlace(draft.origin)],
    ['destination', 'place', !isPlace(draft.destination)],
    ['airlines', 'airline', !codesIn(draft.airlines).every((code) => /^[A-Z0-9]{2}$/.test(code))],
    [
      'markup_percent',
      'number',
      draft.markup_percent !== '' && parseDecimal(draft.markup_percent) === undefined,
    ],
    ['markup_percent', 'nothing', draft.markup_percent === '' && draft.fee_amount === ''],
  ]
  return faults.flatMap(([field, fault, isWrong]) => (isWrong ? [[field, fault]] : []))
}

/** Empty fields mean "any" or the default. */
export function ruleOf(draft: RuleDraft): PricingRuleInput {
  const { origin, destination, both_ways, cabins, passenger_types, markup_percent } = draft
  const isRouted = origin !== '' || destination !== ''
  const places = { origin: codeOf(origin) || null, destination: codeOf(destination) || null, both_ways }
  const some = <T>(list: readonly T[]) => (list.length === 0 ? null : [...list])
  return {
    name: draft.name.trim() || null,
    route: isRouted ? places : null,
    airlines: some(codesIn(draft.airlines)),
    cabins: some(cabins),
    passenger_types: some(passenger_types),
    client_id: draft.client_id || null,
    markup_percent: markup_percent === '' ? null : Number(parseDecimal(markup_percent)),
    fee_amount: draft.fee_amount || null,
  }
}

const STEEP_PERCENT = 100
const STEEP_FEE = 1_000

/** What is more than agencies take, and may be a slip of the hand. */
export function steepOf({ markup_percent, fee_amount }: Pick<RuleDraft, 'markup_percent' | 'fee_amount'>) {
  return {
    markup: Number(parseDecimal(markup_percent) ?? 0) > STEEP_PERCENT,
    fee: Number(fee_amount || 0) > STEEP_FEE,
  }
}

export function codeOf(text: string): string {
  return text.trim().toUpperCase()
}

/** Accepts any separator. */
export function codesIn(text: string): string[] {
  return [...new Set(codeOf(text).split(/[^A-Z0-9]+/))].filter((code) => code !== '')
}

export function inputOf({ markup_percent, fee_amount, rules }: Pricing): PricingInput {
  return { markup_percent, fee_amount, rules }
}

/** The input that restores the earlier rules: a rule that was deleted meanwhile is created again. */
export function restoredInput(before: Pricing, { rules }: Pricing): PricingInput {
  const there = new Set(rules.map(({ id }) => id))
  const again = before.rules.map(({ id, ...rule }) => (there.has(id) ? { id, ...rule } : rule))
  return { ...inputOf(before), rules: again }
}

/** Moves one item of a list; an invalid target changes nothing. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const one = list[from]
  if (one === undefined || to < 0 || to >= list.length) return [...list]
  return list.toSpliced(from, 1).toSpliced(to, 0, one)
}
