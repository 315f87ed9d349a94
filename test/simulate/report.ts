// The texts of a run's report.
import type { BurstResult } from './burst.ts'
import type { Installation } from './installation/installation.ts'
import type { Violation } from './invariants/invariants.ts'

/** Begins the line that names the burst; `run-mutations.ts` looks for it. */
export const VIOLATION = 'VIOLATION in burst'
const PROBLEMS_SHOWN = 12

export function describeBurst({ plan, violations, tookMs, ...counts }: BurstResult): string {
  const { writes, acknowledged, retried, checked } = counts
  const faults = plan.faults.map(({ kind }) => kind).join(', ') || 'no fault'
  const outcome =
    violations.length === 0 ? `${checked} invariants held` : `${violations.length} invariants VIOLATED`
  const written = `${writes} writes, ${acknowledged} acknowledged, ${retried} retried`
  return `b${plan.number} ${Math.round(tookMs / 1_000)} s: ${written}; ${faults}; ${outcome}`
}

export function describeViolations(violations: readonly Violation[]): string {
  return violations
    .map(({ invariant, problems }) => {
      const shown = problems.slice(0, PROBLEMS_SHOWN).map((problem) => `    ${problem.slice(0, 500)}`)
      const more =
        problems.length > PROBLEMS_SHOWN ? [`    and ${problems.length - PROBLEMS_SHOWN} more`] : []
      return [`  ${invariant}:`, ...shown, ...more].join('\n')
    })
    .join('\n')
}

const COUNTS: Readonly<Record<string, string>> = {
  cards: `select mode || ' ' || status as name from charges where method = 'card'`,
  disputes: `select mode || ' ' || status as name from disputes`,
  refunds: `select mode || ' ' || charges.method || ' ' || refunds.status as name from refunds
    join charges using (mode) where charges.id = refunds.charge_id`,
  mandates: `select mode || ' ' || status || coalesce(' by ' || ended_by, '') as name from mandates`,
  debits: `select mode || ' ' || status || coalesce(' ' || obstacle, '') as name from mandate_charges`,
  credit: `select mode || ' ' || type as name from client_credit_entries`,
  'credit notes': `select mode || ' ' || coalesce(excess, 'unpaid') as name from credit_notes`,
  'early payments': `select mode as name from invoice_adjustments join invoices on invoices.id = invoice_id
    where type = 'early_payment'`,
  receipts: `select mode as name from invoice_payments join invoices on invoices.id = invoice_id
    where method = 'pix_key'`,
}

/** Which states of payments the run reached: an invariant about none always holds. */
export async function countPayments({ database }: Installation): Promise<string> {
  const lines: string[] = []
  for (const [what, names] of Object.entries(COUNTS)) {
    const rows = await database.rows(
      `select name, count(*)::int as count from (${names}) as named group by name order by name`,
    )
    const counts = rows.map(({ name, count }) => `${name} ${count}`)
    lines.push(`  ${what}: ${counts.join(', ') || 'none'}`)
  }
  return ['played:', ...lines].join('\n')
}
