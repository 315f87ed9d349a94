// What a run has played of ways to pay, by the rows that are there at its end: laws about nothing hold always.
import type { Town } from './town.ts'

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

export async function tallyOf({ database }: Town): Promise<string> {
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
