// Totals of lists, by what a list can be filtered by: a total is read, never counted.
import { onlyRow, type Queryable, statement } from '../db/db.ts'
import type { Owner } from '../values/owner.ts'
import type { Tx } from './transaction.ts'

/** Collects a change of a list's count for the flush, which takes the locks of totals late. */
export function changeCount(tx: Tx, list: string, bucket: string, change: 1 | -1): void {
  tx.outbox.counts.push({ list, bucket, change })
}

/** Counts a row that is new or changed its bucket. */
export function moveCount(tx: Tx, list: string, from: string | null, to: string): void {
  if (from === to) return
  if (from !== null) changeCount(tx, list, from, -1)
  changeCount(tx, list, to, 1)
}

/** The stored totals, and the changes that triggers have inserted since. */
const selectCounts = statement<{ bucket: string; count: bigint }>(`
  select bucket, count from list_counts where team_id = $1 and mode = $2 and list = $3
  union all
  select bucket, sum(change)::bigint from list_count_changes where team_id = $1 and mode = $2 and list = $3
  group by bucket`)

const addUp = statement(`
  with noted as (
    delete from list_count_changes where ctid = any(array(
      select ctid from list_count_changes limit 5000 for update skip locked))
    returning *
  ), added as (
    insert into list_counts (team_id, mode, list, bucket, count)
    select team_id, mode, list, bucket, sum(change) from noted group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (team_id, mode, list, bucket) do update set count = list_counts.count + excluded.count
  )
  select 1 from noted`)

/** Adds a batch of the triggers' changes to the totals; true if more may be left. */
export async function addUpCounts(db: Queryable): Promise<boolean> {
  return (await addUp(db)).length > 0
}

/** The sum over the buckets for which `counts` is true. */
export async function totalOf(
  db: Queryable,
  { teamId, mode }: Owner,
  list: string,
  counts: (bucket: string) => boolean,
): Promise<number> {
  const all = await selectCounts(db, teamId, mode, list)
  return Number(all.reduce((sum, { bucket, count }) => (counts(bucket) ? sum + count : sum), 0n))
}

// Compared byte by byte: days come before words.
const sumDays = statement<{ count: bigint | null }>(`
  select sum(count)::bigint as count from (
    select bucket, count from list_counts where team_id = $1 and mode = $2 and list = $3
    union all
    select bucket, change from list_count_changes where team_id = $1 and mode = $2 and list = $3) as counts
  where split_part(bucket, ' ', 1) collate "C" between $4 and $5
    and ($6::boolean is null or (bucket like '% %') = $6)`)

export interface DayBuckets {
  /** The first and the last, included: days, or words of which there is one bucket. */
  readonly first?: string | undefined
  readonly last?: string | undefined
  /** Whether a mark follows the day; either way if undefined. */
  readonly isMarked?: boolean | undefined
}

/** The sum over buckets that are named by a day, or by a day and a mark. Added up by the database, as they are many. */
export async function totalOfDays(
  db: Queryable,
  { teamId, mode }: Owner,
  list: string,
  { first = '', last = '~', isMarked }: DayBuckets,
): Promise<number> {
  return Number(onlyRow(await sumDays(db, teamId, mode, list, first, last, isMarked ?? null)).count ?? 0n)
}
