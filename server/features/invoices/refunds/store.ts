// The only SQL on refunds.
import { sql } from 'kysely'
import type { RefundStatus } from '../../../../contract/invoicing-states.ts'
import type { Mode } from '../../../../contract/teams.ts'
import { buildFor, firstRow, type Queryable, rows, statement } from '../../../kernel/db/db.ts'
import { newestFirst } from '../../../kernel/db/lists.ts'
import type { Tx } from '../../../kernel/outbox/transaction.ts'
import type { Times } from '../../../kernel/values/dates.ts'
import { type Owner, ownerColumns } from '../../../kernel/values/owner.ts'
import type { Listing, Page } from '../../../kernel/values/pages.ts'
import { statesThat } from '../../../kernel/values/state-table.ts'
import { isUnsettled, REFUND_MOVES } from './states.ts'

export interface RefundRow {
  id: string
  team_id: string
  mode: Mode
  invoice_id: string
  invoice_payment_id: string
  charge_id: string
  payment_id: string
  amount_cents: bigint
  reduces_amount_due: boolean
  /** The item of a trip that it credits. */
  trip_item_id: string | null
  /** The credit note that asked for it. */
  credit_note_id: string | null
  status: RefundStatus
  reason: string | null
  failure: string | null
  created_at: Date
  ended_at: Date | null
}

const build = buildFor<{ refunds: RefundRow }>()

const COLUMNS = [
  'id',
  'team_id',
  'mode',
  'invoice_id',
  'invoice_payment_id',
  'charge_id',
  'payment_id',
  'amount_cents',
  'reduces_amount_due',
  'trip_item_id',
  'credit_note_id',
  'status',
  'reason',
  'failure',
  'created_at',
  'ended_at',
] as const satisfies (keyof RefundRow)[]

const TIMES = { updated_at: sql`coalesce(ended_at, created_at)` }

const select = () => build.selectFrom('refunds').select(COLUMNS)

export async function findRefund(db: Queryable, id: string): Promise<RefundRow | undefined> {
  return firstRow(db, select().where('id', '=', id))
}

export async function listRefunds(
  db: Queryable,
  owner: Owner,
  { invoiceId, page, times }: { readonly invoiceId: string; readonly page: Page; readonly times: Times },
): Promise<Listing<RefundRow>> {
  const found = select().where(({ and }) => and({ ...ownerColumns(owner), invoice_id: invoiceId }))
  return newestFirst(db, found, { page, times, columns: TIMES })
}

const UNSETTLED = statesThat(REFUND_MOVES, isUnsettled)

/** Those without an outcome from the bank. */
export async function unsettledRefunds(db: Queryable, invoiceId: string): Promise<RefundRow[]> {
  return rows(db, select().where('invoice_id', '=', invoiceId).where('status', 'in', UNSETTLED))
}

export async function insertRefund(tx: Tx, refund: RefundRow): Promise<void> {
  await rows(tx, build.insertInto('refunds').values(refund))
}

const move = statement<RefundRow>(`
  update refunds set status = $2, failure = $4, ended_at = $5 where id = $1 and status = any($3)
  returning ${COLUMNS.join(', ')}`)

/** The refund after the move; undefined if there is none in these states. */
export async function setRefundStatus(
  tx: Tx,
  id: string,
  { from, to, failure }: { from: readonly RefundStatus[]; to: RefundStatus; failure: string | null },
): Promise<RefundRow | undefined> {
  return (await move(tx, id, to, from, failure, tx.now))[0]
}
