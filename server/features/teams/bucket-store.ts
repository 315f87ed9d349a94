// The SQL on the token buckets that all processes share. Time comes from the caller, by the database's clock.
import { onlyRow, type Queryable, statement } from '../../kernel/db/db.ts'

export interface BucketTerms {
  readonly capacity: number
  /** From empty to full. */
  readonly refillMs: number
}

export interface Spending extends BucketTerms {
  readonly name: string
  readonly spent: number
}

/** The tokens at the time of the new row, before that row takes from them. */
const REFILLED = `least(excluded.capacity, limit_buckets.tokens + excluded.capacity / excluded.refill_ms
  * 1000 * greatest(0, extract(epoch from excluded.at - limit_buckets.at)::float8))`

// Always in one order, so that two processes never deadlock.
const upsert = statement<{ name: string; tokens: number }>(`
  insert into limit_buckets (name, tokens, at, capacity, refill_ms, spent)
  select name, capacity - spent, $1::timestamptz, capacity, refill_ms, spent
  from unnest($2::text[], $3::float8[], $4::float8[], $5::float8[]) as u (name, spent, capacity, refill_ms)
  order by name
  on conflict (name) do update set
    tokens = ${REFILLED} - excluded.spent, at = greatest(excluded.at, limit_buckets.at),
    capacity = excluded.capacity, refill_ms = excluded.refill_ms, spent = excluded.spent
  returning name, tokens`)

/** Takes what was spent from each bucket and returns what is left, below zero if it was too much. */
export async function spendShared(
  db: Queryable,
  spendings: readonly Spending[],
  now: Date,
): Promise<{ name: string; tokens: number }[]> {
  const columns = [
    spendings.map(({ name }) => name),
    spendings.map(({ spent }) => spent),
    spendings.map(({ capacity }) => capacity),
    spendings.map(({ refillMs }) => refillMs),
  ]
  return upsert(db, now, ...columns)
}

const takeOne = statement<{ tokens: number; spent: number }>(`
  insert into limit_buckets (name, tokens, at, capacity, refill_ms, spent)
  values ($1, $3::float8 - 1, $2, $3::float8, $4, 1)
  on conflict (name) do update set
    tokens = ${REFILLED} - (${REFILLED} >= 1)::int, spent = (${REFILLED} >= 1)::int,
    at = greatest(excluded.at, limit_buckets.at), capacity = excluded.capacity, refill_ms = excluded.refill_ms
  returning tokens, spent`)

/** Takes one token in the database, across all processes. Returns the seconds to wait if there is none. */
export async function takeShared(
  db: Queryable,
  name: string,
  { capacity, refillMs }: BucketTerms,
  now: Date,
): Promise<number> {
  const { tokens, spent } = onlyRow(await takeOne(db, name, now, capacity, refillMs))
  return spent === 1 ? 0 : Math.ceil(((1 - tokens) * refillMs) / capacity / 1_000)
}

const selectLow = statement<{ name: string }>(`
  select name from limit_buckets where starts_with(name, $1)
    and tokens + capacity / refill_ms * 1000 * greatest(0, extract(epoch from $3::timestamptz - at)::float8) < capacity * $2
  order by name limit 1000`)

/** Buckets with this prefix that have less than this part of their capacity. */
export async function lowBuckets(db: Queryable, prefix: string, part: number, now: Date): Promise<string[]> {
  return (await selectLow(db, prefix, part, now)).map(({ name }) => name)
}

const deleteFull = statement(`delete from limit_buckets where name = any(array(
  select name from limit_buckets
  where at < $1::timestamptz - 2 * refill_ms * interval '1 millisecond' limit 5000)) returning 1`)

/** Deletes buckets that have long been full, in a bounded batch. Returns true if more may remain. */
export async function forgetFullBuckets(db: Queryable, now: Date): Promise<boolean> {
  return (await deleteFull(db, now)).length === 5000
}
