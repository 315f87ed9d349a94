// A client accepts or declines a quote; an accepted quote becomes an invoice.

import { quoteNotAccepted } from '../../../contract/phrases/states.ts'
import type { QuoteInvoiceInput } from '../../../contract/quotes.ts'
import { systemActor } from '../../kernel/outbox/audit.ts'
import { ownerOfRow, type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { isUuid, makeUuid } from '../../kernel/values/ids.ts'
import { clientOf } from '../clients/store.ts'
import { applyReportedChange } from '../invoices/bank-reports.ts'
import { banksForDraft, lateTermsFrom, newDraft } from '../invoices/invoices.ts'
import { type PricedItems, priceItems, readDate, readMethods, readRate } from '../invoices/items.ts'
import { saveInvoice } from '../invoices/save.ts'
import type { WarnedInvoice } from '../invoices/view.ts'
import { demandTeam } from '../teams/store.ts'
import { scopeOf, type World } from '../world.ts'
import { moveQuote, saveQuote } from './quotes.ts'
import { isAccepted, isDraft, isWaiting, type QuoteAnswer } from './states.ts'
import { findQuote, findQuoteByLink, lockQuote, type QuoteRow } from './store.ts'
import { isExpired, versionOf } from './view.ts'

// The client's own answer to a quote, through its public page. Only what waits can be answered, and only as it was
// shown.

/**
 * answered: the quote holds this answer. changed: it is no longer what the client saw. closed: it was answered
 * otherwise, or cannot be any more. unnamed, unchosen: an acceptance lacks a name, or one of several options.
 */
export type AnswerOutcome = 'answered' | 'changed' | 'closed' | 'unnamed' | 'unchosen'

export interface ClientAnswer {
  readonly answer: QuoteAnswer
  /** Of the quote as it was shown. */
  readonly version: string
  readonly name: string
  readonly reason: string
  readonly optionId: string
}

type Report = ReturnType<typeof reportOf>

export async function answerQuote(
  world: World,
  token: string,
  said: ClientAnswer,
): Promise<AnswerOutcome | undefined> {
  const known = await findQuoteByLink(world.pool, token)
  if (known === undefined) return undefined
  const scope = { ...(await scopeOf(world, ownerOfRow(known))), by: systemActor('public page') }
  return transaction(world, scope, async (tx): Promise<AnswerOutcome | undefined> => {
    const quote = await lockQuote(tx, known.id)
    if (quote === undefined || isDraft(quote)) return undefined
    const report = reportOf(quote, said)
    if (holds(quote, report)) return 'answered'
    const { time_zone } = await demandTeam(tx, tx.owner.teamId)
    if (!isWaiting(quote) || isExpired(quote, dateIn(tx.now, time_zone))) return 'closed'
    if (versionOf(quote) !== said.version) return 'changed'
    const lacking = said.answer === 'accepted' ? lackOf(quote, said) : null
    if (lacking !== null) return lacking
    await saveQuote(world, tx, quote, moveQuote(quote, report, tx.now))
    return 'answered'
  })
}

/** Whether it was answered just so, by whoever sends it a second time. */
function holds(quote: QuoteRow, { status, respondedBy, declineReason, chosenOptionId }: Report): boolean {
  const { responded_by, decline_reason, chosen_option_id } = quote
  if (quote.status !== status || responded_by !== respondedBy || decline_reason !== declineReason)
    return false
  return chosenOptionId === undefined || chosen_option_id === chosenOptionId
}

function lackOf({ options }: QuoteRow, { name, optionId }: ClientAnswer): 'unnamed' | 'unchosen' | null {
  if (name === '') return 'unnamed'
  return options.length > 1 && options.every(({ id }) => id !== optionId) ? 'unchosen' : null
}

function reportOf({ options }: QuoteRow, { answer, name, reason, optionId }: ClientAnswer) {
  return {
    status: answer,
    respondedBy: name === '' ? null : name,
    declineReason: reason === '' ? null : reason,
    chosenOptionId: answer === 'accepted' && options.length > 1 ? optionId : undefined,
  }
}

// Turns an accepted quote into an invoice, once.

/** The days until the due date where the request names none. */
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
  const price = (quote: QuoteRow) => priceAgain(world, quote, readRate('tax_rate', input.tax_rate))
  const issue_date =
    input.issue_date === undefined ? today.toString() : readDate('issue_date', input.issue_date)
  const draft = newDraft(world, scope, price(refuseUnaccepted(known)), {
    client_id: known.client_id,
    issue_date,
    due_date:
      input.due_date === undefined
        ? Temporal.PlainDate.from(issue_date).add({ days: DAYS_TO_PAY }).toString()
        : readDate('due_date', input.due_date),
    notes: known.notes,
    payment_provider_id: input.payment_provider_id ?? null,
    payment_methods: readMethods(input.payment_methods),
    quote_id: known.id,
  })
  const reported = { status: input.status }
  const banks = await banksForDraft(world, scope, draft, reported)
  return transaction(world, scope, async (tx) => {
    const quote = refuseUnaccepted((await lockQuote(tx, known.id)) ?? fail('quote_not_found'))
    const client = await clientOf(tx, tx.owner, quote)
    // All that it takes over is the locked quote's: while the bank was asked it may have become another's.
    const { client_id, notes } = quote
    const begun = { ...draft, ...price(quote), client_id, notes, ...lateTermsFrom(team), created_at: tx.now }
    const changed = applyReportedChange(begun, reported, {
      now: tx.now,
      zone: team.time_zone,
      newUuid: tx.newUuid,
    })
    return saveInvoice(world, tx, null, changed, { team, client, today, banks, newsOfCreation: 'created' })
  })
}

function refuseUnaccepted(quote: QuoteRow): QuoteRow {
  if (quote.invoice_id !== null)
    fail('invalid_status_transition', { advice: `it became invoice ${quote.invoice_id} already` })
  if (!isAccepted(quote)) fail('invalid_status_transition', quoteNotAccepted(quote.status))
  return quote
}

/** Items of an invoice are its own, so they get ids of their own. */
function priceAgain({ wall }: World, { items, discount_rate }: QuoteRow, taxRate: string): PricedItems {
  const fresh = items.map((item) => ({ ...item, id: makeUuid(wall.now()) }))
  return priceItems(fresh, discount_rate, taxRate)
}
