// Creates, updates, deletes and reads quotes.

import type { Deleted } from '../../../contract/invoicing.ts'
import type { QuoteStatus } from '../../../contract/invoicing-states.ts'
import { issueWith } from '../../../contract/phrases/issues.ts'
import { quoteRefusal } from '../../../contract/phrases/states.ts'
import type { Quote, QuoteChange, QuoteInput, QuotesQuery } from '../../../contract/quotes.ts'
import { randomToken } from '../../kernel/crypto/secret-box.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { type Change, record, recordFields } from '../../kernel/outbox/audit.ts'
import { changeCount, moveCount } from '../../kernel/outbox/list-counts.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { readReferences } from '../../kernel/values/references.ts'
import { allowedFrom, emittedUpTo, rowOf } from '../../kernel/values/state-table.ts'
import { demandClient } from '../clients/clients.ts'
import { clientOf, clientsOf } from '../clients/store.ts'
import {
  changedFields,
  demandById,
  isSameRow,
  readClientId,
  readDate,
  readOptionalDate,
  readTimestamp,
  unchangeable,
} from '../documents/input.ts'
import { readRate } from '../documents/items.ts'
import { readStatusList } from '../documents/status-lists.ts'
import { LINK_BYTES } from '../documents/view.ts'
import { emit } from '../events/emit.ts'
import { notifyAgency } from '../news/jobs.ts'
import { demandTeam } from '../teams/store.ts'
import type { World } from '../world.ts'
import { demandOption, discounted, pricesOf, readOffered } from './options.ts'
import { hasResponse, isAccepted, isDraft, isWaiting, QUOTE_MOVES, USED_QUOTE_MOVES } from './states.ts'
import {
  findQuote,
  findQuotes,
  insertQuote,
  listQuotes,
  lockQuote,
  nextQuoteNumber,
  type QuoteRow,
  quoteMailJob,
  removeQuote,
  updateStoredQuote,
} from './store.ts'
import { quoteContent, quoteView } from './view.ts'

/** Undefined fields stay. */
export interface ReportedResponse {
  status?: QuoteStatus | undefined
  respondedAt?: Date | null | undefined
  respondedBy?: string | null | undefined
  declineReason?: string | null | undefined
  chosenOptionId?: string | null | undefined
}

const QUOTE_LIST = 'quotes'

export async function createQuote(world: World, scope: Scope, input: QuoteInput): Promise<Quote> {
  const client_id = readClientId(input.client_id)
  const dates = {
    issue_date: readDate('issue_date', input.issue_date),
    valid_until: readOptionalDate('valid_until', input.valid_until),
  }
  const discount = readRate('discount_rate', input.discount_rate)
  const response = reportedResponse(input)
  return transaction(world, scope, async (tx) => {
    await demandClient(tx, tx.owner, client_id)
    const draft: QuoteRow = {
      number_year: null,
      number_sequence: null,
      id: tx.newUuid(),
      team_id: tx.owner.teamId,
      mode: tx.owner.mode,
      client_id,
      ...dates,
      ...readOffered(input, discount, tx.newUuid),
      chosen_option_id: null,
      status: QUOTE_MOVES.begins.create.to,
      notes: input.notes ?? null,
      responded_at: null,
      responded_by: null,
      decline_reason: null,
      link_token: randomToken(LINK_BYTES),
      invoice_id: null,
      trip_id: null,
      trip_item_ids: [],
      ...readReferences(input),
      created_at: tx.now,
      updated_at: tx.now,
    }
    const chosenOptionId = newIdOf(response.chosenOptionId, input.options, draft.options)
    return saveQuote(world, tx, null, moveQuote(draft, { ...response, chosenOptionId }, tx.now))
  })
}

/** Options get ids of their own: a choice that names one as the request does means the new one. */
function newIdOf(
  chosen: string | null | undefined,
  sent: QuoteInput['options'] = [],
  options: QuoteRow['options'],
): string | null | undefined {
  const index = sent.findIndex(({ id }) => id !== undefined && id === chosen)
  return options[index]?.id ?? chosen
}

export async function updateQuote(
  world: World,
  scope: Scope,
  id: string,
  change: QuoteChange,
): Promise<Quote> {
  const response = reportedResponse(change)
  if (!isUuid(id)) fail('quote_not_found')
  return transaction(world, scope, async (tx) => {
    const before = (await lockQuote(tx, id)) ?? fail('quote_not_found')
    const moved = { ...moveQuote(before, response, tx.now), ...readReferences(change, before) }
    const edited = editQuote(moved, change, tx.newUuid)
    const changed = changedFields(quoteContent(moved), quoteContent(edited))
    // Repeated content keeps the ids of its options and items.
    if (changed.length === 0) return saveQuote(world, tx, before, moved)
    if (!isEditable(moved))
      fail(
        'invalid_request_parameters',
        unchangeable(
          changed,
          issueWith('cannot be changed: the quote is {status}', { status: moved.status }),
        ),
      )
    if (changed.includes('client_id')) await demandClient(tx, tx.owner, edited.client_id)
    return saveQuote(world, tx, before, edited)
  })
}

function isEditable(quote: QuoteRow): boolean {
  return becameOf(quote) === null && isWaiting(quote)
}

function editQuote(quote: QuoteRow, change: QuoteChange, newUuid: () => string): QuoteRow {
  const { client_id, issue_date, valid_until, notes } = change
  return {
    ...quote,
    ...offeredAfter(quote, change, newUuid),
    notes: notes === undefined ? quote.notes : notes,
    client_id: client_id === undefined ? quote.client_id : readClientId(client_id),
    issue_date: issue_date === undefined ? quote.issue_date : readDate('issue_date', issue_date),
    valid_until: valid_until === undefined ? quote.valid_until : readOptionalDate('valid_until', valid_until),
  }
}

/** Empty if the change has no items, options or discount. */
function offeredAfter(quote: QuoteRow, change: QuoteChange, newUuid: () => string): Partial<QuoteRow> {
  const { items, options, discount_rate } = change
  const rate = discount_rate === undefined ? quote.discount_rate : readRate('discount_rate', discount_rate)
  const isSameAsNone = options?.length === 0 && items === undefined && quote.options.length === 0
  if (!isSameAsNone && (items !== undefined || options !== undefined))
    return readOffered({ items, options }, rate, newUuid)
  return discount_rate === undefined ? {} : discounted(quote, rate)
}

/** Only drafts, which no client has seen. */
export async function deleteQuote(world: World, scope: Scope, id: string): Promise<Deleted> {
  if (!isUuid(id)) fail('quote_not_found')
  return transaction(world, scope, async (tx) => {
    const quote = (await lockQuote(tx, id)) ?? fail('quote_not_found')
    if (!isDraft(quote)) fail('only_draft_quotes_can_be_deleted')
    await removeQuote(tx, quote.id)
    record(tx, { ...quoteChange(quote), before: { status: quote.status }, after: null })
    changeCount(tx, QUOTE_LIST, quote.status, -1)
    return { id: quote.id, deleted: true }
  })
}

export async function readQuote(
  world: World,
  db: Queryable,
  { owner, id, today }: { readonly owner: Owner; readonly id: string; readonly today: Temporal.PlainDate },
): Promise<Quote> {
  const quote = await demandById(id, (uuid) => findQuote(db, owner, uuid), 'quote_not_found')
  return quoteView(world, quote, await clientOf(db, owner, quote), today)
}

interface QuotesRequest {
  readonly query: QuotesQuery
  readonly page: Page
  readonly today: Temporal.PlainDate
  readonly zone: string
}

export async function readQuotes(
  world: World,
  owner: Owner,
  { query, page, today, zone }: QuotesRequest,
): Promise<Listing<Quote>> {
  const found = await readStatusList(world.pool, owner, {
    name: QUOTE_LIST,
    list: listQuotes,
    query,
    page,
    zone,
  })
  const client = await clientsOf(world.pool, owner, found.items)
  return { ...found, items: found.items.map((quote) => quoteView(world, quote, client(quote), today)) }
}

/** Those among these ids that exist. */
export async function quotesById(
  world: World,
  owner: Owner,
  ids: readonly string[],
  today: Temporal.PlainDate,
): Promise<ReadonlyMap<string, Quote>> {
  const found = await findQuotes(world.pool, owner, ids)
  const client = await clientsOf(world.pool, owner, found)
  return new Map(found.map((quote) => [quote.id, quoteView(world, quote, client(quote), today)]))
}

function reportedResponse(change: QuoteChange): ReportedResponse {
  return {
    status: change.status,
    respondedAt: readTimestamp('responded_at', change.responded_at),
    respondedBy: change.responded_by,
    declineReason: change.decline_reason,
    chosenOptionId: change.chosen_option_id,
  }
}

/** What the quote became, for which its status stays. */
function becameOf({ invoice_id, trip_id }: QuoteRow): readonly [string, string] | null {
  if (invoice_id !== null) return ['became an invoice', 'virou fatura']
  return trip_id === null ? null : ['became a trip', 'virou viagem']
}

/** Moves the quote to the reported status; fails if it became an invoice or a trip. */
export function moveQuote(quote: QuoteRow, response: ReportedResponse, now: Date): QuoteRow {
  const { status = quote.status, respondedAt, respondedBy, declineReason } = response
  const became = becameOf(quote)
  const table = became === null ? QUOTE_MOVES : USED_QUOTE_MOVES
  const { to, refusal } = rowOf(table, quote.status, status)
  if (refusal !== undefined)
    fail(refusal, quoteRefusal(quote.status, allowedFrom(table, quote.status), became ?? undefined))
  const moved = {
    ...quote,
    status: to ?? quote.status,
    ...(to !== null && responseAfter({ status: to }, now)),
  }
  return {
    ...moved,
    ...(respondedAt !== undefined && { responded_at: respondedAt }),
    ...(respondedBy !== undefined && { responded_by: respondedBy }),
    ...(declineReason !== undefined && { decline_reason: declineReason }),
    chosen_option_id: choiceAfter(moved, response.chosenOptionId),
  }
}

/** A move to an answer sets its time; a move back to waiting clears it. */
function responseAfter(moved: { status: QuoteStatus }, now: Date): Partial<QuoteRow> {
  const cleared = { responded_by: null, decline_reason: null }
  if (hasResponse(moved)) return { responded_at: now, ...cleared }
  return isWaiting(moved) ? { responded_at: null, ...cleared } : {}
}

/** Only an accepted quote with options has a chosen option. */
function choiceAfter(moved: QuoteRow, chosen: string | null | undefined): string | null {
  const { options, chosen_option_id: before } = moved
  if (!isAccepted(moved) || options.length === 0) {
    if (typeof chosen === 'string') failField('chosen_option_id', 'is for accepted quotes with options')
    return null
  }
  const only = options.length === 1 ? options[0]?.id : undefined
  const id = chosen ?? before ?? only ?? failField('chosen_option_id', 'must say which option was accepted')
  if (id === before) return id
  if (moved.invoice_id !== null)
    failField('chosen_option_id', 'cannot be changed: the quote became an invoice')
  if (moved.trip_id !== null) failField('chosen_option_id', 'cannot be changed: the quote became a trip')
  return demandOption(options, id).id
}

/** `before` is null for a new quote. */
export async function saveQuote(
  world: World,
  tx: Tx,
  before: QuoteRow | null,
  asked: QuoteRow,
): Promise<Quote> {
  const wanted = withPricesOfChoice(asked)
  const isChanged = before === null || !isSameRow(before, wanted)
  const quote = isChanged ? { ...(await withNumber(tx, wanted)), updated_at: tx.now } : before
  const { invoice_id, ...row } = quote
  if (before === null) await insertQuote(tx, row)
  else if (isChanged) await updateStoredQuote(tx, row)
  if (before !== null) recordFields(tx, quoteChange(quote), before, quote)
  else record(tx, { ...quoteChange(quote), before, after: { status: quote.status } })
  moveCount(tx, QUOTE_LIST, before?.status ?? null, quote.status)
  const team = await demandTeam(tx, tx.owner.teamId)
  const client = await clientOf(tx, tx.owner, quote)
  const view = quoteView(world, quote, client, dateIn(tx.now, team.time_zone))
  for (const type of emittedUpTo(QUOTE_MOVES, before?.status, quote.status)) {
    const eventId = emit(tx, type, view)
    notifyAgency(tx, type, eventId)
    if (type === 'quote.sent') notifyClient(tx, eventId)
  }
  return view
}

/** A job writes to the client after the change has committed, once for each event. */
function notifyClient(tx: Tx, eventId: string): void {
  schedule(tx, quoteMailJob, { at: tx.now, key: eventId, payload: { event_id: eventId } })
}

function quoteChange({ id: objectId }: QuoteRow) {
  return { topic: 'records', object: 'quote', objectId } satisfies Partial<Change>
}

/**
 * With the prices of the chosen option, or of the first one until the client has chosen. Only here, so that the order of
 * changes does not matter.
 */
function withPricesOfChoice(quote: QuoteRow): QuoteRow {
  const { options, chosen_option_id, discount_rate } = quote
  const choice = chosen_option_id === null ? options[0] : options.find(({ id }) => id === chosen_option_id)
  return choice === undefined ? quote : { ...quote, ...pricesOf(choice, discount_rate) }
}

/** A quote gets its number once, when it leaves draft, in the year of its issue. */
async function withNumber(tx: Tx, quote: QuoteRow): Promise<QuoteRow> {
  if (isDraft(quote) || quote.number_sequence !== null) return quote
  const { year } = Temporal.PlainDate.from(quote.issue_date)
  return { ...quote, number_year: year, number_sequence: await nextQuoteNumber(tx, year) }
}
