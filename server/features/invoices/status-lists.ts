// Lists of quotes and recurring invoices, filtered by status and client, with totals kept by status.
import type { Queryable } from '../../kernel/db/db.ts'
import { given } from '../../kernel/db/lists.ts'
import { totalOf } from '../../kernel/outbox/list-counts.ts'
import type { Owner } from '../../kernel/outbox/transaction.ts'
import { type Times, timesOf } from '../../kernel/values/dates.ts'
import { type Listing, NO_ITEMS, type Page } from '../../kernel/values/pages.ts'
import { uuidFromClientId } from '../clients/store.ts'

interface StatusFilter<Status extends string> {
  status?: Status | undefined
  /** UUID. */
  clientId?: string | undefined
}

export type ListByStatus<Status extends string, Row> = (
  db: Queryable,
  owner: Owner,
  filter: StatusFilter<Status>,
  page: Page,
  total?: () => Promise<number>,
  times?: Times,
) => Promise<Listing<Row>>

interface StatusList<Status extends string, Row> {
  /** The name of its stored counts. */
  name: string
  list: ListByStatus<Status, Row>
}

export function filterColumns<Status extends string>({ status, clientId }: StatusFilter<Status>) {
  return given({ status, client_id: clientId })
}

/** `client_id` may have either spelling; with any other text the list is empty. */
export async function readStatusList<Status extends string, Row>(
  db: Queryable,
  owner: Owner,
  { name, list }: StatusList<Status, Row>,
  query: { status?: Status | undefined; client_id?: string | undefined },
  page: Page,
  zone: string,
): Promise<Listing<Row>> {
  const { status, client_id } = query
  const times = timesOf(query, zone)
  if (client_id === undefined) {
    const total = () => totalOf(db, owner, name, (bucket) => (status ?? bucket) === bucket)
    return list(db, owner, { status }, page, total, times)
  }
  const clientId = uuidFromClientId(client_id)
  return clientId === null ? NO_ITEMS : list(db, owner, { status, clientId }, page, undefined, times)
}
