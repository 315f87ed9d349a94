// Finds clients who may be the same person or company.
import { sql } from 'kysely'
import { type ClientDetail, DUPLICATE_SIGNS, type DuplicateGroup } from '../../../contract/clients.ts'
import { DUPLICATES_MAX } from '../../../contract/limits.ts'
import type { Mode } from '../../../contract/teams.ts'
import { buildFor } from '../../kernel/db/db.ts'
import { readPage } from '../../kernel/db/lists.ts'
import type { Reader } from '../../kernel/db/reader.ts'
import { type Owner, ownerColumns } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { withTags } from './clients.ts'
import { findWholes, valuesOf } from './store.ts'

/** A trigger counts the clients of each value. */
interface KeysTable {
  team_id: string
  mode: Mode
  key: string
  clients: number
}

const build = buildFor<{ client_keys: KeysTable }>()

const ORDER = { by: ['key'], direction: 'asc', keyOf: ({ key }: { key: string }) => [key] } as const

const HOLDERS = sql<string[]>`array(
  select id from clients c
  where c.team_id = client_keys.team_id and c.mode = client_keys.mode
    and c.duplicate_keys @> array[client_keys.key]
  order by id)`.as('ids')

/** The range is written out, as the index of shared values has it. */
const shared = (owner: Owner) =>
  build
    .selectFrom('client_keys')
    .where(({ and }) => and(ownerColumns(owner)))
    .where(sql<boolean>`clients between 2 and ${sql.lit(DUPLICATES_MAX)}`)

/** In the order of their signs: tax ids first. */
export async function readDuplicates(db: Reader, owner: Owner, page: Page): Promise<Listing<DuplicateGroup>> {
  const groups = shared(owner).select(['key', HOLDERS])
  const found = await readPage(db, groups, { order: ORDER, page })
  const ids = [...new Set(found.items.flatMap((group) => group.ids))]
  const clients = await withTags(db, owner, await findWholes(db, owner, ids))
  const items = found.items.flatMap(({ key, ids: holders }) =>
    groupOf(
      key,
      clients.filter(({ id }) => holders.includes(id)),
    ),
  )
  return { ...found, items }
}

/** None if all but one changed since the key was read. */
function groupOf(key: string, clients: ClientDetail[]): DuplicateGroup[] {
  const sign = DUPLICATE_SIGNS.find((one) => key.startsWith(`${one} `))
  const [first, second] = clients
  if (sign === undefined || first === undefined || second === undefined) return []
  return [{ sign, value: valuesOf(first)[sign], clients }]
}
