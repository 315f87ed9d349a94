// Checks the stored totals of lists: each is counted again and compared.

import { HIDDEN_STATES } from '../../../features/bookings/states.ts'
import { type Finding, numberOf, ok, problem } from '../../../features/readiness/readiness.ts'
import { textList } from '../../../kernel/db/text-list.ts'
import type { Check, Patient } from '../../checks/check.ts'

/** For each list the rows it counts, with the bucket that each belongs to. */
const COUNTED: readonly { list: string; table: string; bucket: string; where?: string }[] = [
  {
    list: 'bookings',
    table: 'bookings',
    bucket: 'status',
    where: `status not in ${textList(HIDDEN_STATES)}`,
  },
  {
    list: 'clients',
    table: 'clients',
    bucket: `client_type || ' ' || case when is_active then 'active' else 'inactive' end`,
  },
  { list: 'invoices', table: 'invoices', bucket: `status || ' ' || payment_status` },
  { list: 'quotes', table: 'quotes', bucket: 'status' },
  { list: 'recurring_invoices', table: 'recurring_invoices', bucket: 'status' },
  { list: 'recharges', table: 'recharges', bucket: 'status' },
  { list: 'mails', table: 'mails', bucket: 'status' },
  { list: 'messages', table: 'messages', bucket: `'all'` },
  { list: 'erasures', table: 'erasures', bucket: `'all'` },
]
/** With what triggers have noted and nobody has added up yet. */
const STORED = `
  select team_id, mode, list, bucket, sum(count) as count from (
    select team_id, mode, list, bucket, count from list_counts
    union all select team_id, mode, list, bucket, change from list_count_changes) as noted
  group by 1, 2, 3, 4`

export const COUNTS_CHECK: Check = { name: 'list totals', run: checkCounts }

const NAMED_MAX = 5

interface Wrong {
  team_id: string
  mode: string
  list: string
  bucket: string
  stored: string
  there: string
}

async function checkCounts({ client }: Patient): Promise<Finding> {
  const real = COUNTED.map(
    ({ list, table, bucket, where = 'true' }) =>
      `select team_id, mode, '${list}' as list, ${bucket} as bucket, count(*) as there
       from ${table} where ${where} group by 1, 2, 4`,
  ).join(' union all ')
  const { rows } = await client.query<Wrong>(
    `select team_id, mode, list, bucket, coalesce(c.count, 0)::text as stored, coalesce(r.there, 0)::text as there
     from (${STORED}) c full join (${real}) r using (team_id, mode, list, bucket)
     where coalesce(c.count, 0) <> coalesce(r.there, 0) and list = any($1)
     order by team_id, mode, list, bucket`,
    [COUNTED.map(({ list }) => list)],
  )
  if (rows.length === 0) return ok('every list is as long as it says')
  const named = rows
    .slice(0, NAMED_MAX)
    .map(
      ({ team_id, mode, list, bucket, stored, there }) =>
        `${team_id} ${mode}, ${list} (${bucket}): ${there} rows, told as ${stored}`,
    )
  return problem(
    `${numberOf(rows.length, 'count')} of lists that are wrong (${named.join('; ')})`,
    'Rows were changed by hand. Restore the last good backup into a new database and compare.',
  )
}
