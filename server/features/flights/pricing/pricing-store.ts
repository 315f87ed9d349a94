// The only SQL on pricing: one row for a team and mode that has set it, with its rules in their order as JSON. A team
// without one is priced by the terms that it began with.
import type { PricingRule } from '../../../../contract/pricing.ts'
import { onlyRow, type Queryable, statement } from '../../../kernel/db/db.ts'
import type { Owner } from '../../../kernel/outbox/owner.ts'
import type { Tx } from '../../../kernel/outbox/transaction.ts'
import type { AgencyPricing } from './pricing-rules.ts'

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

/** Of two changes at once the second sees the first. */
export async function lockPricing(tx: Tx): Promise<StoredPricing> {
  return onlyRow(await selectLocked(tx, tx.owner.teamId, tx.owner.mode))
}

const upsert = statement(`
  insert into team_pricing (team_id, mode, version, markup_percent, fee_cents, rules, updated_at)
  values ($1, $2, 1, $3, $4, $5, $6)
  on conflict (team_id, mode) do update set version = team_pricing.version + 1, markup_percent = $3,
    fee_cents = $4, rules = $5, updated_at = $6`)

export async function storePricing(tx: Tx, pricing: Omit<AgencyPricing, 'version'>): Promise<void> {
  const { markup_percent, fee_cents, rules } = pricing
  const values = [markup_percent, fee_cents, JSON.stringify(rules), tx.now]
  await upsert(tx, tx.owner.teamId, tx.owner.mode, ...values)
}
