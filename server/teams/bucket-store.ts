// The only SQL on the buckets that all processes share. The database's own clock refills them: the clocks of several
// machines differ.
import { type Queryable, statement } from '../base/database/db.ts'

export interface Spending {
  readonly name: string
  readonly spent: number
  readonly capacity: number
  readonly refillMs: number
}

// Always in one order, so that two processes never wait for each other.
const upsert = statement<{ name: string; tokens: number }>(`
  insert into limit_buckets (name, tokens, at, capacity, refill_ms, spent)
  select name, capacity - spent, clock_timestamp(), capacity, refill_ms, spent
  from unnest($1::text[], $2::float8[], $3::float8[], $4::float8[]) as u (name, spent, capacity, refill_ms)
  order by name
  on conflict (name) do update set
    tokens = least(excluded.capacity, limit_buckets.tokens + excluded.capacity / excluded.refill_ms
      * 1000 * greatest(0, extract(epoch from excluded.at - limit_buckets.at)::float8)) - excluded.spent,
    at = greatest(excluded.at, limit_buckets.at),
    capacity = excluded.capacity, refill_ms = excluded.refill_ms, spent = excluded.spent
  returning name, tokens`)

/** Takes what was spent out of each bucket, and tells what is left in it; below zero where too much was. */
export async function spendShared(
  db: Queryable,
  spendings: readonly Spending[],
): Promise<{ name: string; tokens: number }[]> {
  const columns = [
    spendings.map(({ name }) => name),
    spendings.map(({ spent }) => spent),
    spendings.map(({ capacity }) => capacity),
    spendings.map(({ refillMs }) => refillMs),
  ]
  return upsert(db, ...columns)
}

const selectLow = statement<{ name: string }>(`
  select name from limit_buckets where starts_with(name, $1)
    and tokens + capacity / refill_ms * 1000 * extract(epoch from clock_timestamp() - at)::float8 < capacity * $2
  order by name limit 1000`)

/** Those whose names begin so, and that have less than this part of what they hold. */
export async function lowBuckets(db: Queryable, prefix: string, part: number): Promise<string[]> {
  return (await selectLow(db, prefix, part)).map(({ name }) => name)
}

const deleteFull = statement(`delete from limit_buckets where name = any(array(
  select name from limit_buckets
  where at < clock_timestamp() - 2 * refill_ms * interval '1 millisecond' limit 5000)) returning 1`)

/** Forgets buckets that have long been full, a bounded number at once; true when more may be left. */
export async function forgetFullBuckets(db: Queryable): Promise<boolean> {
  return (await deleteFull(db)).length === 5000
}
