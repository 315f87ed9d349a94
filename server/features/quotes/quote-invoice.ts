// Turns an accepted quote into an invoice, once.
import { adviceWith } from '../../../contract/phrases/advice.ts'
import { quoteNotAccepted } from '../../../contract/phrases/states.ts'
import type { QuoteInvoiceInput } from '../../../contract/quotes.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { earlyPaymentFrom } from '../../kernel/values/early-payment.ts'
import { fail } from '../../kernel/values/fail.ts'
import { isUuid, makeUuid } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { clientOf } from '../clients/store.ts'
import { readDate, readMethods } from '../documents/input.ts'
import { type PricedItems, priceItems, readRate } from '../documents/items.ts'
import { banksForDraft, createDraft, newDraft } from '../invoices/drafts.ts'
import type { WarnedInvoice } from '../invoices/view.ts'
import { demandTeam } from '../teams/store.ts'
import type { World } from '../world.ts'
import { tripPrices } from './quote-trip.ts'
import { isAccepted } from './states.ts'
import { findQuote, lockQuote, type QuoteRow, touchQuote } from './store.ts'

/** The days until the due date if the request names none. */
const DAYS_TO_PAY = 7

export async function turnQuoteIntoInvoice(
  world: World,
  scope: Scope,
  id: string,
  input: QuoteInvoiceInput,
): Promise<WarnedInvoice> {
  const known = isUuid(id) ? await findQuote(world.pool, scope.owner, id) : undefined
  if (known === undefined) return fail('quote_not_found')
  const team = await demandTeam(world.pool, scope.owner.teamId)
  const today = dateIn(scope.clock.now(), team.time_zone)
  const taxRate = readRate('tax_rate', input.tax_rate)
  const issue_date =
    input.issue_date === undefined ? today.toString() : readDate('issue_date', input.issue_date)
  const requested = {
    issue_date,
    due_date:
      input.due_date === undefined
        ? Temporal.PlainDate.from(issue_date).add({ days: DAYS_TO_PAY }).toString()
        : readDate('due_date', input.due_date),
    payment_provider_id: input.payment_provider_id ?? null,
    payment_methods: readMethods(input.payment_methods, team),
  }
  const draftOf = (quote: QuoteRow) => {
    const priced = priceAgain(world, quote, taxRate)
    return newDraft(world, scope, team, {
      ...priced,
      ...requested,
      early_payment: earlyPaymentFrom(team.early_payment, { ...requested, ...priced }),
      client_id: quote.client_id,
      notes: quote.notes,
      quote_id: quote.id,
      metadata: quote.metadata,
      external_reference: quote.external_reference,
    })
  }
  const likely = draftOf(demandAccepted(known))
  const update = { status: input.status, notifyClient: input.notify_client }
  const banks = await banksForDraft(world, scope, likely, update)
  return transaction(world, scope, async (tx) => {
    const quote = demandAccepted((await lockQuote(tx, known.id)) ?? fail('quote_not_found'))
    const client = await clientOf(tx, tx.owner, quote)
    // From the locked quote, because it may have changed while the bank was asked. The charges name the first id.
    const draft = { ...draftOf(quote), id: likely.id }
    await touchQuote(tx, quote.id)
    return createDraft(world, tx, draft, { team, client, banks, update })
  })
}

function demandAccepted(quote: QuoteRow): QuoteRow {
  if (quote.invoice_id !== null)
    fail('invalid_status_transition', adviceWith('it became invoice {id} already', { id: quote.invoice_id }))
  if (!isAccepted(quote)) fail('invalid_status_transition', quoteNotAccepted(quote.status, 'invoice'))
  return quote
}

/** The items of the invoice get ids of their own. Of a quote that became a trip they bill the items of the trip. */
function priceAgain({ wall }: World, quote: QuoteRow, taxRate: string): PricedItems {
  const fresh = quote.items.map(({ description, quantity, unit_price }) => ({
    id: makeUuid(wall.now()),
    description,
    quantity,
    unit_price,
  }))
  if (quote.trip_id === null) return priceItems(fresh, quote.discount_rate, taxRate)
  const prices = tripPrices(quote)
  const hasDiscount = quote.discount_cents > 0n
  const billed = fresh.map((item, index) => {
    const cents = prices[index] ?? 0n
    // What an invoice holds of a trip is exact only without a discount on the whole.
    const own = hasDiscount ? { ...item, quantity: '1', unit_price: formatAmount(cents) } : item
    return cents === 0n ? own : { ...own, trip_item_id: quote.trip_item_ids[index] ?? null }
  })
  return priceItems(billed, '0', taxRate)
}
