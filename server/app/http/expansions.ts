// Adds the objects that `expand[]` names to the result of a read or a list: one query for each name and page.
import { EXPANSIONS, type Expansion, expansionsOf } from '../../../contract/expansions.ts'
import type { Operation } from '../../../contract/operation.ts'
import type { Context } from '../../features/bindings.ts'
import { documentsById } from '../../features/bookings/read-bookings.ts'
import { clientsById } from '../../features/clients/clients.ts'
import { uuidFromClientId } from '../../features/clients/store.ts'
import { eventsById } from '../../features/events/events.ts'
import type { Language } from '../../features/flights/reference/geography.ts'
import { invoicesById } from '../../features/invoices/invoices.ts'
import { quotesById } from '../../features/quotes/quotes.ts'
import { recurringInvoicesById } from '../../features/recurring-invoices/recurring-invoices.ts'
import { type Caller, demandPermission, todayOf } from '../../features/teams/caller.ts'
import { transactionsById } from '../../features/wallet/transactions.ts'
import type { World } from '../../features/world.ts'

/** A shown object, whose fields name others. */
type Item = Readonly<Record<string, unknown>>

interface Expanding {
  readonly world: World
  readonly caller: Caller
  readonly language: Language
}

interface Source {
  /** The id of the object that an item names. */
  idOf(item: Item): unknown
  find(expanding: Expanding, ids: readonly string[]): Promise<ReadonlyMap<string, unknown>>
}

const byField = (field: string, find: Source['find']): Source => ({ idOf: (item) => item[field], find })

const invoices: Source['find'] = ({ world, caller }, ids) => invoicesById(world, caller.owner, ids)

const SOURCES: Readonly<Record<Expansion, Source>> = {
  client: {
    idOf: ({ client }) => uuidFromClientId(Object(client).id),
    find: ({ world, caller }, ids) => clientsById(world.pool, caller.owner, ids),
  },
  documents: byField('id', ({ world, caller }, ids) => documentsById(world.pool, caller.owner, ids)),
  event: byField('event_id', ({ world, caller }, ids) =>
    eventsById(world, caller.owner, ids, caller.permissions),
  ),
  invoice: byField('invoice_id', invoices),
  last_invoice: byField('last_invoice_id', invoices),
  quote: byField('quote_id', async ({ world, caller }, ids) =>
    quotesById(world, caller.owner, ids, await todayOf(world, caller)),
  ),
  recurring_invoice: byField('recurring_invoice_id', ({ world, caller }, ids) =>
    recurringInvoicesById(world, caller.owner, ids, caller.team.time_zone),
  ),
  transaction: byField('transaction_id', ({ world, caller, language }, ids) =>
    transactionsById(world, caller.owner, ids, language),
  ),
}

/** Expands the result of a request; undefined if the operation knows no expansions. */
export type Expander = (context: Context, result: unknown) => Promise<unknown>

export function expanderOf(world: World, { query, response }: Operation): Expander | undefined {
  const known = expansionsOf(query)
  if (known.length === 0) return undefined
  return async ({ query: sent, caller, language }, result) => {
    const names = known.filter((name) => Object(sent).expand?.includes(name))
    if (names.length === 0 || caller === undefined || language === undefined) return result
    for (const name of names) demandPermission(caller, EXPANSIONS[name])
    const expanding = { world, caller, language }
    if (response.kind !== 'list') return (await expanded(expanding, [Object(result)], names))[0]
    return { ...Object(result), items: await expanded(expanding, Object(result).items, names) }
  }
}

async function expanded(
  expanding: Expanding,
  items: readonly Item[],
  names: readonly Expansion[],
): Promise<Item[]> {
  let shown = [...items]
  for (const name of names) {
    const { idOf, find } = SOURCES[name]
    const ids = new Set(items.map(idOf).filter((id) => typeof id === 'string'))
    const found = ids.size === 0 ? new Map() : await find(expanding, [...ids])
    shown = shown.map((item) => ({ ...item, [name]: merged(item[name], found.get(String(idOf(item)))) }))
  }
  return shown
}

/** An object that is shown in part keeps its own fields, such as the spelling of its id. */
function merged(shown: unknown, found: unknown): unknown {
  if (typeof shown !== 'object' || shown === null || Array.isArray(shown)) return found ?? null
  return { ...Object(found), ...shown }
}
