// Reads and cancels mandates.
import type { Mandate, MandatesQuery } from '../../../contract/mandates.ts'
import { systemActor } from '../../kernel/outbox/audit.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { timesOf } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { isId, isUuid } from '../../kernel/values/ids.ts'
import { type Owner, ownerOfRow } from '../../kernel/values/owner.ts'
import { type Listing, NO_ITEMS, type Page } from '../../kernel/values/pages.ts'
import { clientsOf, uuidFromClientId } from '../clients/store.ts'
import { isDraft } from '../invoices/states.ts'
import { findInvoiceByLink } from '../invoices/store.ts'
import { scopeOf, type World } from '../world.ts'
import { moveMandate } from './moves.ts'
import { isActive } from './states.ts'
import { chargesOfMandates, findLiveMandate, findMandate, listMandates, lockMandate } from './store.ts'
import { mandateView, viewIn, wholeMandate } from './view.ts'

export async function readMandates(
  { pool }: World,
  owner: Owner,
  { query, page, zone }: { readonly query: MandatesQuery; readonly page: Page; readonly zone: string },
): Promise<Listing<Mandate>> {
  const { status, client_id, recurring_invoice_id: recurringInvoiceId } = query
  const needsAttention = query.needs_attention === true
  const clientId = client_id === undefined ? undefined : uuidFromClientId(client_id)
  if (clientId === null) return NO_ITEMS
  if (recurringInvoiceId !== undefined && !isUuid(recurringInvoiceId)) return NO_ITEMS
  const filter = { status, clientId, recurringInvoiceId, needsAttention }
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
export async function cancelMandate(world: World, scope: Scope, id: string): Promise<Mandate> {
  if (!isId('mandate', id)) fail('mandate_not_found')
  return transaction(world, scope, async (tx) => {
    const mandate = (await lockMandate(tx, id)) ?? fail('mandate_not_found')
    return viewIn(tx, await moveMandate(tx, mandate, 'cancelled', { by: 'agency', reason: null }))
  })
}

/** By the client, who has the link of one of its invoices. Nothing happens if it has ended already. */
export async function cancelLinkedMandate(world: World, token: string): Promise<void> {
  const invoice = (await findInvoiceByLink(world.pool, token)) ?? fail('invoice_not_found')
  const { recurring_invoice_id } = invoice
  if (isDraft(invoice) || recurring_invoice_id === null) return
  const scope = { ...(await scopeOf(world, ownerOfRow(invoice))), by: systemActor('public page') }
  await transaction(world, scope, async (tx) => {
    const live = await findLiveMandate(tx, tx.owner, recurring_invoice_id)
    const mandate = live && (await lockMandate(tx, live.id))
    // Another client's link shows nothing of it.
    if (mandate === undefined || !isActive(mandate) || mandate.client_id !== invoice.client_id) return
    await moveMandate(tx, mandate, 'cancelled', { by: 'client', reason: null })
  })
}
