// Reads and cancels mandates.
import type { Mandate, MandatesQuery } from '../../../contract/mandates.ts'
import { type Owner, type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { timesOf } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { isId, isUuid } from '../../kernel/values/ids.ts'
import { type Listing, NO_ITEMS, type Page } from '../../kernel/values/pages.ts'
import { clientsOf, uuidFromClientId } from '../clients/store.ts'
import type { World } from '../world.ts'
import { moveMandate } from './moves.ts'
import { chargesOfMandates, findMandate, listMandates, lockMandate } from './store.ts'
import { mandateView, viewIn, wholeMandate } from './view.ts'

export async function readMandates(
  { pool }: World,
  owner: Owner,
  { query, page, zone }: { readonly query: MandatesQuery; readonly page: Page; readonly zone: string },
): Promise<Listing<Mandate>> {
  const { status, client_id, recurring_invoice_id: recurringInvoiceId } = query
  const clientId = client_id === undefined ? undefined : uuidFromClientId(client_id)
  if (clientId === null) return NO_ITEMS
  if (recurringInvoiceId !== undefined && !isUuid(recurringInvoiceId)) return NO_ITEMS
  const filter = { status, clientId, recurringInvoiceId }
  const found = await listMandates(pool, owner, { filter, page, times: timesOf({ ...query }, zone) })
  const client = await clientsOf(pool, owner, found.items)
  const charges = await chargesOfMandates(
    pool,
    found.items.map(({ id }) => id),
  )
  return { ...found, items: found.items.map((row) => mandateView(row, client(row), charges(row.id))) }
}

export async function readOneMandate({ pool }: World, owner: Owner, id: string): Promise<Mandate> {
  const mandate = isId('mandate', id) ? await findMandate(pool, owner, id) : undefined
  return mandate === undefined ? fail('mandate_not_found') : wholeMandate(pool, owner, mandate)
}

/** From now on nothing is debited; a job notifies the bank. One that has ended stays as it is. */
export async function cancelMandate(
  world: World,
  scope: Scope,
  id: string,
  by: 'agency' | 'client' = 'agency',
): Promise<Mandate> {
  if (!isId('mandate', id)) fail('mandate_not_found')
  return transaction(world, scope, async (tx) => {
    const mandate = (await lockMandate(tx, id)) ?? fail('mandate_not_found')
    return viewIn(tx, await moveMandate(tx, mandate, 'cancelled', { by, reason: null }))
  })
}
