// The pricing of a team: stored, validated, cached, read, previewed and set.
import { isDeepStrictEqual } from 'node:util'
import type { OfferPricing, PassengerType, PricingPart } from '../../../../contract/flights.ts'
import { FEE_CENTS_MAX } from '../../../../contract/limits.ts'
import { issueWith } from '../../../../contract/phrases/issues.ts'
import type {
  Pricing,
  PricingInput,
  PricingPreview,
  PricingPreviewInput,
  PricingRule,
  PricingRuleInput,
} from '../../../../contract/pricing.ts'
import { MODES } from '../../../../contract/teams.ts'
import { onlyRow, type Queryable, statement } from '../../../kernel/db/db.ts'
import { type AuditValues, record } from '../../../kernel/outbox/audit.ts'
import { type Scope, type Tx, transaction } from '../../../kernel/outbox/transaction.ts'
import { perWorld } from '../../../kernel/process/concurrency.ts'
import { putBounded } from '../../../kernel/values/bounded.ts'
import { isCountryCode } from '../../../kernel/values/countries.ts'
import { isoTimestamp } from '../../../kernel/values/dates.ts'
import {
  decimalFromNumber,
  decimalPlaces,
  formatDecimal,
  numberFromDecimal,
} from '../../../kernel/values/decimal.ts'
import { failField } from '../../../kernel/values/fail.ts'
import { formatAmount, parseOwnAmount } from '../../../kernel/values/money.ts'
import type { Owner } from '../../../kernel/values/owner.ts'
import { demandClient } from '../../clients/clients.ts'
import { clientIdFromUuid, uuidFromClientId } from '../../clients/store.ts'
import type { World } from '../../world.ts'
import { findAirport, findPlace } from '../reference/airports.ts'
import { type Faults, findFaults, refuseShape } from '../search-input.ts'
import {
  type AgencyPricing,
  type ClientPrice,
  type PricedPart,
  type PriceTerms,
  priceOfCost,
  readyPricing,
  weightOf,
} from './rules.ts'

/**
 * One row for each team and mode that has set its pricing, with the rules as JSON. Other teams have the terms they were
 * created with.
 */
export interface StoredPricing extends AgencyPricing {
  readonly updated_at: Date | null
}

interface PricingRow {
  version: number
  markup_percent: string
  fee_cents: bigint
  rules: PricingRule[]
  updated_at: Date | null
}

const SELECT = `
  select coalesce(p.version, 0) as version, coalesce(p.markup_percent, t.markup_percent) as markup_percent,
    coalesce(p.fee_cents, t.fee_cents) as fee_cents, coalesce(p.rules, '[]'::json) as rules, p.updated_at
  from teams t left join team_pricing p on p.team_id = t.id and p.mode = $2
  where t.id = $1`
const select = statement<PricingRow>(SELECT)
const selectLocked = statement<PricingRow>(`${SELECT} for no key update of t`)

export async function findPricing(db: Queryable, { teamId, mode }: Owner): Promise<StoredPricing> {
  return onlyRow(await select(db, teamId, mode))
}

/** Locked, so that the second of two changes sees the first. */
export async function lockPricing(tx: Tx): Promise<StoredPricing> {
  return onlyRow(await selectLocked(tx, tx.owner.teamId, tx.owner.mode))
}

const upsert = statement(`
  insert into team_pricing (team_id, mode, version, markup_percent, fee_cents, rules, updated_at)
  values ($1, $2, 1, $3, $4, $5, $6)
  on conflict (team_id, mode) do update set version = team_pricing.version + 1, markup_percent = $3,
    fee_cents = $4, rules = $5, updated_at = $6`)

async function storePricing(tx: Tx, pricing: Omit<AgencyPricing, 'version'>): Promise<void> {
  const { markup_percent, fee_cents, rules } = pricing
  const values = [markup_percent, fee_cents, JSON.stringify(rules), tx.now]
  await upsert(tx, tx.owner.teamId, tx.owner.mode, ...values)
}

export function pricingView(pricing: StoredPricing): Pricing {
  const { markup_percent, fee_cents, rules, updated_at } = pricing
  return {
    markup_percent: Number(markup_percent),
    fee_amount: formatAmount(fee_cents),
    rules: [...rules],
    updated_at: updated_at === null ? null : isoTimestamp(updated_at),
  }
}

export function offerPricingView(price: ClientPrice, clientId: string | null): OfferPricing {
  const [first, second] = price.parts
  if (first !== undefined && second === undefined) return { ...termsView(first), client_id: clientId }
  const { markupPercent, feeCents } = price
  const whole = termsView({ rule: null, markupPercent, feeCents, feePer: 'offer' })
  return { ...whole, client_id: clientId, parts: price.parts.map(partView) }
}

function termsView({ rule, markupPercent, feeCents, feePer }: Omit<PriceTerms, 'passengers' | 'weight'>) {
  return {
    rule_id: rule?.id ?? null,
    rule_name: rule?.name ?? null,
    markup_percent: numberFromDecimal(markupPercent),
    fee_amount: formatAmount(feeCents),
    fee_per: feePer,
  }
}

function partView(part: PricedPart): PricingPart {
  return {
    passengers: part.passengers,
    weight: Number(part.weight),
    ...termsView(part),
    base_cost_brl: formatAmount(part.shareCents),
    markup_amount: formatAmount(part.markupCents),
    fee_total: formatAmount(part.feeTotalCents),
  }
}

/** The terms by which an offer was priced, as the offer shows them. */
export function partsShown(pricing: OfferPricing, travellers: Parameters<typeof weightOf>[0]): PriceTerms[] {
  const whole = { ...pricing, passengers: travellers.length, weight: Number(weightOf(travellers)) }
  return (pricing.parts ?? [whole]).map((part) => ({
    rule: part.rule_id === null ? null : { id: part.rule_id, name: part.rule_name },
    markupPercent: decimalFromNumber(part.markup_percent),
    feeCents: parseOwnAmount(part.fee_amount),
    feePer: part.fee_per,
    passengers: part.passengers,
    weight: BigInt(part.weight),
  }))
}

/** All equivalent codes; none for an unknown code. */
export function codesOf(code: string): readonly string[] {
  const place = findAirport(code) ?? findPlace(code)
  if (place !== undefined) return [...new Set([code, place.cityCode, place.countryCode])]
  return isCountryCode(code) ? [code] : []
}

/** New rules have no id yet. */
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
  const { both_ways = false } = route
  const [origin = null, destination = null] = [route.origin, route.destination].map((code) =>
    code?.toUpperCase(),
  )
  if (origin === null && destination === null)
    faults.add(`${path}.route`, 'must have an origin or a destination')
  for (const [field, code] of Object.entries({ origin, destination }))
    if (code !== null && codesOf(code).length === 0)
      faults.add(`${path}.route.${field}`, 'is not the code of an airport, city or country')
  return { origin, destination, both_ways }
}

/** In the terms of the search. */
function readClientId(faults: Faults, text: string | null, path: string): string | null {
  if (text === null) return null
  const uuid = uuidFromClientId(text)
  if (uuid !== null) return clientIdFromUuid(uuid)
  faults.add(`${path}.client_id`, 'must be the id of a client')
  return null
}

function checkPercent(faults: Faults, field: string, percent: number): void {
  if (decimalPlaces(decimalFromNumber(percent)) > PERCENT_PLACES)
    faults.add(field, issueWith('must have at most {count} decimals', { count: PERCENT_PLACES }))
}

function checkFee(faults: Faults, field: string, fee: string): void {
  if (parseOwnAmount(fee) > FEE_CENTS_MAX)
    faults.add(field, issueWith('must be at most {most}', { most: formatAmount(FEE_CENTS_MAX) }))
}

export async function setPricing(world: World, scope: Scope, input: PricingInput): Promise<Pricing> {
  const wanted = readPricingInput(input)
  const view = await transaction(world, scope, async (tx) => {
    const before = await lockPricing(tx)
    const rules = withIds(tx, wanted.rules, before.rules)
    await demandClients(tx, rules)
    const after = { ...wanted, rules, version: before.version + 1, updated_at: tx.now }
    // Pricing that is sent back as it was read is no change.
    if (isDeepStrictEqual(pricingView({ ...after, updated_at: before.updated_at }), pricingView(before)))
      return pricingView(before)
    await storePricing(tx, after)
    const about = { topic: 'settings', object: 'pricing', objectId: tx.owner.teamId } as const
    record(tx, { ...about, before: auditedTerms(before), after: auditedTerms(after) })
    return pricingView(after)
  })
  // The database signals other processes; this one must drop its cache before it responds.
  world.signals.notifyHere('callers', scope.owner.teamId)
  return view
}

/** Rules for one client become rules for another, all or only some. Returns their ids. */
export async function moveRulesOfClient(
  tx: Tx,
  { from, to, only }: { from: string; to: string; only?: readonly string[] },
): Promise<string[]> {
  const before = await lockPricing(tx)
  const isMoved = ({ id, client_id }: PricingRule) =>
    client_id === clientIdFromUuid(from) && (only === undefined || only.includes(id))
  const ids = before.rules.filter(isMoved).map(({ id }) => id)
  if (ids.length === 0) return ids
  const client_id = clientIdFromUuid(to)
  const rules = before.rules.map((rule) => (isMoved(rule) ? { ...rule, client_id } : rule))
  const after = { ...before, rules }
  await storePricing(tx, after)
  const about = { topic: 'settings', object: 'pricing', objectId: tx.owner.teamId } as const
  record(tx, { ...about, before: auditedTerms(before), after: auditedTerms(after) })
  return ids
}

/** An existing rule keeps its id, so that earlier and later offers name the same one. */
function withIds(tx: Tx, wanted: WantedPricing['rules'], before: readonly PricingRule[]): PricingRule[] {
  const free = new Set(before.map(({ id }) => id))
  return wanted.map((rule, index) => {
    if (rule.id === null) return { ...rule, id: tx.newId('pricingRule') }
    if (!free.delete(rule.id)) failField(`rules.${index}.id`, 'is not the id of a rule, or is there twice')
    return { ...rule, id: rule.id }
  })
}

async function demandClients(tx: Tx, rules: readonly PricingRule[]): Promise<void> {
  const checked = new Set<string>()
  for (const [index, { client_id }] of rules.entries()) {
    if (client_id === null || checked.has(client_id)) continue
    checked.add(client_id)
    await demandClient(tx, tx.owner, client_id, `rules.${index}.client_id`)
  }
}

/** Keyed by id, so that only changed rules are logged. Names are left out, because they may be those of people. */
function auditedTerms({ markup_percent, fee_cents, rules }: Omit<AgencyPricing, 'version'>): AuditValues {
  return {
    markup_percent,
    fee_amount: formatAmount(fee_cents),
    order: rules.map(({ id }) => id),
    ...Object.fromEntries(rules.map(({ id, name: _, ...rest }) => [id, rest])),
  }
}

/**
 * The cached pricing of teams. A signal of a change removes it; if the signal is lost, it expires after five seconds.
 * Without a connection for signals, the cache is not used.
 */
const KNOWN_MAX = 10_000
/** Counted from before the read. */
const EXPIRES_AFTER_MS = 5_000

interface Entry {
  readonly pricing: StoredPricing
  readonly readAt: number
}

const memoryOf = perWorld(({ signals }: World) => {
  const memory = { known: new Map<string, Entry>(), generation: 0 }
  signals.on('callers', (what) => {
    memory.generation++
    if (what === '') memory.known.clear()
    else for (const mode of MODES) memory.known.delete(nameOf({ teamId: what, mode }))
  })
  return memory
})

export async function pricingOf(world: World, owner: Owner): Promise<StoredPricing> {
  const memory = memoryOf(world)
  const known = world.signals.connected ? memory.known.get(nameOf(owner)) : undefined
  if (known !== undefined && isFresh(known)) return known.pricing
  const before = memory.generation
  const readAt = performance.now()
  const pricing = await findPricing(world.pool, owner)
  // A change signalled during the read may be newer than its result.
  if (memory.generation === before) putBounded(memory.known, nameOf(owner), { pricing, readAt }, KNOWN_MAX)
  return pricing
}

function isFresh({ readAt }: Entry): boolean {
  return performance.now() - readAt < EXPIRES_AFTER_MS
}

function nameOf({ teamId, mode }: Owner): string {
  return `${teamId} ${mode}`
}

/** Tries the rules on a described trip: which one applies, and what the client would pay. */
export async function previewPricing(
  world: World,
  owner: Owner,
  { base_cost_brl, airline, cabin = 'economy', passengers, client_id = null, ...ends }: PricingPreviewInput,
): Promise<PricingPreview> {
  const travellers = (passengers ?? [{ type: 'adult' as const, count: 1 }]).flatMap(({ type, count }) =>
    Array.from({ length: count }, (): PassengerType => type),
  )
  const clientId = await clientIdOf(world, owner, client_id)
  const trip = { origin: placed('origin', ends), destination: placed('destination', ends), airline, cabin }
  const pricing = readyPricing(await pricingOf(world, owner), travellers, clientId)
  const price = priceOfCost(parseOwnAmount(base_cost_brl), pricing.partsFor(trip))
  return {
    base_cost_brl: formatAmount(price.baseCostCents),
    agency_markup_percent: numberFromDecimal(price.markupPercent),
    agency_markup_amount: formatAmount(price.markupCents),
    agency_fee_amount: formatAmount(price.feeCents),
    total_agency_commission: formatAmount(price.commissionCents),
    client_amount: formatAmount(price.clientCents),
    pricing: offerPricingView(price, clientId),
  }
}

/** The client type and client of a trip; null if none is named. */
export async function clientIdOf(world: World, owner: Owner, id: string | null): Promise<string | null> {
  if (id === null) return null
  return clientIdFromUuid((await demandClient(world.pool, owner, id, 'client_id')).id)
}

function placed(field: 'origin' | 'destination', ends: Pick<PricingPreviewInput, 'origin' | 'destination'>) {
  const codes = codesOf(ends[field].toUpperCase())
  return codes.length > 0 ? codes : failField(field, 'is not the code of an airport, city or country')
}
