// Creates, updates, deletes and reads invoices.

import type {
  Invoice,
  InvoiceChange,
  InvoiceInput,
  InvoicePreview,
  InvoicesFilter,
  InvoicesQuery,
} from '../../../contract/invoices.ts'
import type { Deleted } from '../../../contract/invoicing.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { referencesIn } from '../../kernel/db/references.ts'
import { changeCount, totalOf } from '../../kernel/outbox/list-counts.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { daysIn, timesOf } from '../../kernel/values/dates.ts'
import { type EarlyPayment, earlyPaymentFrom } from '../../kernel/values/early-payment.ts'
import { fail } from '../../kernel/values/fail.ts'
import { isUuid, makeUuid } from '../../kernel/values/ids.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { type Listing, NO_ITEMS, type Page } from '../../kernel/values/pages.ts'
import { readReferences } from '../../kernel/values/references.ts'
import { demandClient } from '../clients/clients.ts'
import { uuidFromClientId } from '../clients/store.ts'
import {
  changedFields,
  demandById,
  readClientId,
  readDate,
  readMethods,
  unchangeable,
} from '../documents/input.ts'
import {
  contentOfItems,
  invoiceItemViews,
  pricedView,
  priceItems,
  readInvoiceItems,
  readRate,
  repriceItems,
} from '../documents/items.ts'
import { demandProvider } from '../payments/banks.ts'
import { touchQuote } from '../quotes/store.ts'
import { forgetLastInvoice } from '../recurring-invoices/store.ts'
import { type Caller, demandPermission } from '../teams/caller.ts'
import { demandTeam, type Team } from '../teams/store.ts'
import { scopeOf, type World } from '../world.ts'
import { releaseCharges } from './charges.ts'
import { banksForDraft, type Content, type ContentColumn, createDraft, newDraft } from './drafts.ts'
import { readEarlyPayment, refuseUnfitDiscount } from './early-payment.ts'
import { type InvoiceUpdateInput, readCardTerms, readInvoiceUpdate } from './input.ts'
import { partsOf, partsOfAll } from './parts.ts'
import { changeInvoice, recordDeletion } from './save.ts'
import { isDraft } from './states.ts'
import {
  bucketFilter,
  findInvoice,
  findInvoices,
  INVOICE_LIST,
  type InvoiceFilter,
  type InvoiceRow,
  invoiceBucket,
  isFromBank,
  listInvoices,
  lockInvoice,
  paymentsOf,
  removeInvoice,
} from './store.ts'
import { previewItems, releaseItems } from './trip-items.ts'
import { invoiceView, type WarnedInvoice } from './view.ts'

/** Applies status and payment of the request to a new draft. */
export async function createInvoice(
  world: World,
  scope: Scope,
  input: InvoiceInput,
  zone: string,
): Promise<WarnedInvoice> {
  const update = readInvoiceUpdate(isCopy(input) ? withoutPayments(input) : input, zone)
  const draft = readDraft(world, scope, input, await demandTeam(world.pool, scope.owner.teamId))
  const banks = await banksForDraft(world, scope, draft, update)
  return transaction(world, scope, async (tx) => {
    const client = await demandClient(tx, tx.owner, draft.client_id)
    const team = await demandTeam(tx, tx.owner.teamId)
    return createDraft(world, tx, draft, { team, client, banks, update })
  })
}

function readDraft(world: World, scope: Scope, input: InvoiceInput, team: Team): InvoiceRow {
  const newUuid = () => makeUuid(world.wall.now())
  const priced = priceItems(
    readInvoiceItems(input.items, newUuid),
    readRate('discount_rate', input.discount_rate),
    readRate('tax_rate', input.tax_rate),
  )
  const issue_date = readDate('issue_date', input.issue_date)
  const due_date = readDate('due_date', input.due_date)
  const dated = { issue_date, due_date, total_cents: priced.total_cents }
  return newDraft(world, scope, team, {
    ...priced,
    client_id: readClientId(input.client_id),
    issue_date,
    due_date,
    early_payment:
      input.early_payment === undefined
        ? earlyPaymentFrom(team.early_payment, dated)
        : refuseUnfitDiscount(readEarlyPayment(input.early_payment), dated),
    notes: input.notes ?? null,
    payment_provider_id: input.payment_provider_id ?? null,
    payment_methods: readMethods(input.payment_methods, team),
    card_terms: readCardTerms(input.card_payment),
    ...readReferences(input),
  })
}

/** The sums that an invoice would have; fails where its creation would, and says then what is open of an item. */
export async function previewInvoice(
  world: World,
  caller: Caller,
  input: InvoiceInput,
): Promise<InvoicePreview> {
  const { owner, team } = caller
  readInvoiceUpdate(input, team.time_zone)
  const scope = await scopeOf(world, owner)
  const draft = readDraft(world, scope, input, await demandTeam(world.pool, owner.teamId))
  if (draft.items.some(({ trip_item_id }) => trip_item_id)) demandPermission(caller, 'trips.read')
  if (draft.payment_provider_id !== null) await demandProvider(world, scope, draft.payment_provider_id)
  await demandClient(world.pool, owner, draft.client_id)
  const items = await previewItems(world.pool, owner, draft)
  return { ...pricedView(draft), items: invoiceItemViews(items) }
}

/** Only an invoice that was read has these fields. */
function isCopy(input: InvoiceInput): boolean {
  return 'id' in input || 'payments' in input
}

/** A copy of an invoice is owed again: the money belongs to the original. */
function withoutPayments({ status, notify_client }: InvoiceInput): InvoiceUpdateInput {
  return { ...(status !== undefined && { status }), ...(notify_client !== undefined && { notify_client }) }
}

export async function updateInvoice(
  world: World,
  scope: Scope,
  id: string,
  { change, zone }: { readonly change: InvoiceChange; readonly zone: string },
): Promise<WarnedInvoice> {
  if (change.client_id !== undefined)
    await demandClient(world.pool, scope.owner, readClientId(change.client_id))
  return changeInvoice(world, scope, id, {
    update: readInvoiceUpdate(change, zone),
    edit: (before, newUuid) => ({
      ...withMethods(withContent(before, change, newUuid), change),
      ...readReferences(change, before),
    }),
  })
}

/** The methods may change at any time. */
function withMethods(invoice: InvoiceRow, { payment_methods, card_payment }: InvoiceChange): InvoiceRow {
  return {
    ...invoice,
    payment_methods: readMethods(payment_methods, invoice),
    card_terms: readCardTerms(card_payment, invoice.card_terms),
  }
}

/** Changes of these have an error code of their own. */
const ORIGIN = ['client_id', 'issue_date']

/** The content of an issued invoice cannot change; a request that repeats it is no change. */
function withContent(before: InvoiceRow, change: InvoiceChange, newUuid: () => string): InvoiceRow {
  const { payment_provider_id = before.payment_provider_id } = change
  if (payment_provider_id !== before.payment_provider_id)
    fail(
      'invalid_request_parameters',
      unchangeable(['payment_provider_id'], 'cannot be changed: its code was made through this bank'),
    )
  const edited = editContent(before, change, newUuid)
  const changed = changedFields(invoiceContent(before), invoiceContent(edited))
  if (changed.length === 0) return before
  if (isDraft(before)) return edited
  const isOfOrigin = changed.some((field) => ORIGIN.includes(field))
  return fail(
    isOfOrigin ? 'invalid_request_parameters' : 'invoice_is_not_a_draft',
    unchangeable(changed, 'cannot be changed: the invoice was issued'),
  )
}

function editContent(before: InvoiceRow, change: InvoiceChange, newUuid: () => string): InvoiceRow {
  const { client_id, issue_date, due_date, early_payment, notes, items } = change
  const content = {
    client_id: client_id === undefined ? before.client_id : readClientId(client_id),
    issue_date: issue_date === undefined ? before.issue_date : readDate('issue_date', issue_date),
    due_date: due_date === undefined ? before.due_date : readDate('due_date', due_date),
    notes: notes === undefined ? before.notes : notes,
    early_payment: early_payment === undefined ? before.early_payment : readEarlyPayment(early_payment),
  } satisfies Pick<InvoiceRow, ContentColumn>
  const repriced = repriceItems(before, { ...change, items: items && readInvoiceItems(items, newUuid) })
  const edited = { ...before, ...repriced, ...content }
  edited.early_payment =
    early_payment === undefined ? notAfterDue(edited) : refuseUnfitDiscount(content.early_payment, edited)
  return edited
}

/** A discount of which the request says nothing ends with an earlier due date, and with a total that it exceeds. */
function notAfterDue({ early_payment: early, due_date, total_cents }: InvoiceRow): EarlyPayment | null {
  if (early === null || (early.cents !== null && BigInt(early.cents) >= total_cents)) return null
  return early.until > due_date ? { ...early, until: due_date } : early
}

/** Comparable values, so that numbers that are written differently are equal. */
function invoiceContent(invoice: InvoiceRow): Record<Content, unknown> {
  const { client_id, issue_date, due_date, early_payment, notes, tax_rate } = invoice
  const rates = { ...contentOfItems(invoice), tax_rate: Number(tax_rate) }
  return { client_id, issue_date, due_date, ...rates, early_payment, notes }
}

/** Only drafts are deleted. An invoice with a number, or with money of a bank, is cancelled instead. */
export async function deleteInvoice(world: World, scope: Scope, id: string): Promise<Deleted> {
  if (!isUuid(id)) fail('invoice_not_found')
  return transaction(world, scope, async (tx) => {
    const invoice = (await lockInvoice(tx, id)) ?? fail('invoice_not_found')
    if (!isDraft(invoice)) fail('only_draft_invoices_can_be_deleted')
    const payments = (await paymentsOf(tx, [id])).get(id) ?? []
    if (payments.some(isFromBank)) fail('bank_received_money_for_this_draft')
    await releaseCharges(tx, invoice)
    await releaseItems(tx, invoice)
    await removeInvoice(tx, invoice.id)
    recordDeletion(tx, invoice, payments.length > 0)
    await forgetLastInvoice(tx, invoice)
    if (invoice.quote_id !== null) await touchQuote(tx, invoice.quote_id)
    changeCount(tx, INVOICE_LIST, invoiceBucket(invoice), -1)
    return { id: invoice.id, deleted: true }
  })
}

export async function readInvoice(world: World, db: Queryable, owner: Owner, id: string): Promise<Invoice> {
  const invoice = await demandById(id, (uuid) => findInvoice(db, owner, uuid), 'invoice_not_found')
  return invoiceView(world, await partsOf(world, db, owner, invoice))
}

export async function readInvoices(
  world: World,
  owner: Owner,
  { wanted, page, zone }: { readonly wanted: InvoicesQuery; readonly page: Page; readonly zone: string },
): Promise<Listing<Invoice>> {
  const filter = filterOf(wanted, zone)
  if (filter === null) return NO_ITEMS
  const { clientId, references, issued, due } = filter
  const isByStatus = [clientId, references, issued, due].every((asked) => asked === undefined)
  const total = isByStatus ? () => keptTotal(world.pool, owner, filter) : undefined
  const found = await listInvoices(world.pool, owner, { filter, page, total, sort: wanted.sort })
  const parts = await partsOfAll(world, world.pool, owner, found.items)
  return { ...found, items: found.items.map((invoice) => invoiceView(world, parts(invoice))) }
}

/** Those among these ids that exist. */
export async function invoicesById(
  world: World,
  owner: Owner,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Invoice>> {
  const found = await findInvoices(world.pool, owner, ids)
  const parts = await partsOfAll(world, world.pool, owner, found)
  return new Map(found.map((invoice) => [invoice.id, invoiceView(world, parts(invoice))]))
}

/** Null for a malformed client id, which no invoice can have. */
export function filterOf(wanted: InvoicesFilter, zone: string): InvoiceFilter | null {
  const { status, payment_status, client_id, issued_after, issued_before, due_after, due_before } = wanted
  const clientId = client_id === undefined ? undefined : uuidFromClientId(client_id)
  if (clientId === null) return null
  return {
    status,
    paymentStatus: payment_status,
    clientId,
    references: referencesIn(wanted),
    times: timesOf(wanted, zone, ['created', 'updated', 'paid']),
    ...((issued_after ?? issued_before) !== undefined && { issued: daysIn(wanted, 'issued', zone) }),
    ...((due_after ?? due_before) !== undefined && { due: daysIn(wanted, 'due', zone) }),
  }
}

/** Totals by status are stored; invoices of one client are counted, as there are few. */
async function keptTotal(
  db: Queryable,
  owner: Owner,
  { status, paymentStatus }: InvoiceFilter,
): Promise<number> {
  return totalOf(db, owner, INVOICE_LIST, bucketFilter(status, paymentStatus))
}
