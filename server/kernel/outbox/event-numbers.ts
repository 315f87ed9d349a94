// The number of an owner's last event, and the number up to which its events are deleted.
import type { Mode } from '../../../contract/teams.ts'
import { type Queryable, statement } from '../db/db.ts'
import { type Owner, ownerName, ownerOfRow } from '../values/owner.ts'

export interface EventNumbers {
  readonly last: number
  readonly forgotten: number
}

interface Row {
  team_id: string
  mode: Mode
  last: bigint
  forgotten: bigint
}

const select = statement<Row>(`
  select team_id, mode, event_sequence as last, events_deleted_until as forgotten
  from team_counters
  where (team_id, mode) in (select * from unnest($1::text[], $2::text[]))`)

/** By the owner's name. */
export async function readEventNumbers(
  db: Queryable,
  owners: readonly Owner[],
): Promise<ReadonlyMap<string, EventNumbers>> {
  const found = await select(
    db,
    owners.map(({ teamId }) => teamId),
    owners.map(({ mode }) => mode),
  )
  return new Map(
    found.map((row) => [
      ownerName(ownerOfRow(row)),
      { last: Number(row.last), forgotten: Number(row.forgotten) },
    ]),
  )
}

export async function eventNumbersOf(db: Queryable, owner: Owner): Promise<EventNumbers> {
  const numbers = (await readEventNumbers(db, [owner])).get(ownerName(owner))
  if (numbers === undefined) throw new Error(`team ${owner.teamId} has no event counter for ${owner.mode}`)
  return numbers
}
