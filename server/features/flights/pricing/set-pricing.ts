// Sets what an agency adds to the carrier's price, all at once. What was offered or booked before keeps its price.
import type { Pricing, PricingInput, PricingRule } from '../../../../contract/pricing.ts'
import { record } from '../../../kernel/outbox/audit.ts'
import { type Scope, type Tx, transaction } from '../../../kernel/outbox/transaction.ts'
import { failField } from '../../../kernel/values/fail.ts'
import { formatAmount } from '../../../kernel/values/money.ts'
import { demandClient } from '../../clients/demand-client.ts'
import type { World } from '../../world.ts'
import type { AgencyPricing } from './pricing-rules.ts'
import { lockPricing, storePricing } from './pricing-store.ts'
import { pricingView } from './pricing-view.ts'
import { readPricingInput, type WantedPricing } from './read-pricing-input.ts'

export async function setPricing(world: World, scope: Scope, input: PricingInput): Promise<Pricing> {
  const wanted = readPricingInput(input)
  const view = await transaction(world, scope, async (tx) => {
    const before = await lockPricing(tx)
    const rules = withIds(tx, wanted.rules, before.rules)
    await demandClients(tx, rules)
    const after = { ...wanted, rules, version: before.version + 1, updated_at: tx.now }
    await storePricing(tx, after)
    const about = { topic: 'settings', object: 'pricing', objectId: tx.owner.teamId } as const
    record(tx, { ...about, before: auditedTerms(before), after: auditedTerms(after) })
    return pricingView(after)
  })
  // The database signals other processes; this one must forget what it knows before it answers.
  world.signals.tellHere('callers', scope.owner.teamId)
  return view
}

/** A rule that was there keeps its id, so that offers of before and after name the same one. */
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

/** Each rule under its id, so that only those that changed are kept. Names of rules may be those of people. */
function auditedTerms({ markup_percent, fee_cents, rules }: Omit<AgencyPricing, 'version'>) {
  return {
    markup_percent,
    fee_amount: formatAmount(fee_cents),
    order: rules.map(({ id }) => id),
    ...Object.fromEntries(rules.map(({ id, name: _, ...rest }) => [id, rest])),
  }
}
