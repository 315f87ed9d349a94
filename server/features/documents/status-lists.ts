// Lists of quotes and recurring invoices, filtered by status and client, with totals kept by status.
import type { ReferencesFilter } from '../../../contract/references.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { given } from '../../kernel/db/lists.ts'
import { referencesIn } from '../../kernel/db/references.ts'
import { totalOf } from '../../kernel/outbox/list-counts.ts'
import { type Times, timesOf } from '../../kernel/values/dates.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { type Listing, NO_ITEMS, type Page } from '../../kernel/values/pages.ts'
import { uuidFromClientId } from '../clients/store.ts'

interface StatusFilter<Status extends string> {
  status?: Status | undefined
  /** UUID. */
  clientId?: string | undefined
  references?: ReferencesFilter | undefined
}

export type ListByStatus<Status extends string, Row> = (
  db: Queryable,
  owner: Owner,
  wanted: {
    readonly filter: StatusFilter<Status>
    readonly page: Page
    readonly total?: (() => Promise<number>) | undefined
    readonly times: Times
  },
) => Promise<Listing<Row>>

export function filterColumns<Status extends string>({ status, clientId }: StatusFilter<Status>) {
  return given({ status, client_id: clientId })
}

interface StatusQuery<Status extends string> extends ReferencesFilter {
  status?: Status | undefined
  client_id?: string | undefined
}

/** `client_id` may have either spelling; with any other text the list is empty. */
export async function readStatusList<Status extends string, Row>(
  db: Queryable,
  owner: Owner,
  {
    name,
    list,
    query,
    page,
    zone,
  }: {
    /** The name of its stored counts. */
    readonly name: string
    readonly list: ListByStatus<Status, Row>
    readonly query: StatusQuery<Status>
    readonly page: Page
    readonly zone: string
  },
): Promise<Listing<Row>> {
  const { status, client_id } = query
  const references = referencesIn(query)
  const times = timesOf({ ...query }, zone)
  if (client_id === undefined && references === undefined) {
    const total = () => totalOf(db, owner, name, (bucket) => (status ?? bucket) === bucket)
    return list(db, owner, { filter: { status }, page, total, times })
  }
  const clientId = client_id === undefined ? undefined : uuidFromClientId(client_id)
  if (clientId === null) return NO_ITEMS
  return list(db, owner, { filter: { status, clientId, references }, page, times })
}
