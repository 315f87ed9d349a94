// A full disk, with PostgreSQL's error: inserts are refused, reads and updates continue. The triggers exist
// from the beginning and their function is replaced, so that no statement waits for a lock.
import type { SimulatedDatabase } from './simulated-database.ts'

export interface Disk {
  /** Until as many have freed it as have filled it. */
  fill(): Promise<void>
  free(): Promise<void>
}

/** A beat that finds its row writes no other. */
const NOT_ADDED = ['processes', 'migrations']

/** On a database that is migrated. */
export async function layDisk({ rows }: Pick<SimulatedDatabase, 'rows'>): Promise<Disk> {
  let filled = 0
  let turn: Promise<unknown> = Promise.resolve()
  const become = (body: string) => {
    turn = turn.then(() =>
      rows(
        `create or replace function simulated_disk() returns trigger language plpgsql as $$ begin ${body}; end $$`,
      ),
    )
    return turn
  }
  const becomeRight = async () =>
    void (await become(
      filled > 0 ? `raise exception 'could not extend file' using errcode = '53100'` : 'return null',
    ))

  await becomeRight()
  const tables = await rows(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and c.relname <> all($1)`,
    [NOT_ADDED],
  )
  for (const { name } of tables)
    await rows(
      `create or replace trigger simulated_disk before insert on ${name} execute function simulated_disk()`,
    )
  return {
    async fill() {
      filled++
      await becomeRight()
    },
    async free() {
      filled--
      await becomeRight()
    },
  }
}
