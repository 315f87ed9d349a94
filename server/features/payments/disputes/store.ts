// The only SQL on disputes.
import { sql } from 'kysely'
import type { DisputeStatus } from '../../../../contract/cards.ts'
import type { Mode } from '../../../../contract/teams.ts'
import { buildFor, firstRow, type Queryable, rows, statement } from '../../../kernel/db/db.ts'
import { given, newestFirst } from '../../../kernel/db/lists.ts'
import type { Tx } from '../../../kernel/outbox/transaction.ts'
import type { Times } from '../../../kernel/values/dates.ts'
import { type Owner, ownerColumns } from '../../../kernel/values/owner.ts'
import type { Listing, Page } from '../../../kernel/values/pages.ts'

export interface DisputeRow {
  id: string
  team_id: string
  mode: Mode
  charge_id: string
  invoice_id: string
  /** The bank's own ids of the dispute and of the payment. */
  bank_id: string
  payment_id: string
  status: DisputeStatus
  amount_cents: bigint
  /** The part of the invoice's payment that was taken back, while it is open or lost. */
  taken_cents: bigint
  /** The part of it that was credit of the client. */
  reclaimed_cents: bigint
  /** The part that could not be taken, because it had become credit that is used. */
  uncovered_cents: bigint
  reason: string
  answer_by: string | null
  documents_sent_at: Date | null
  opened_at: Date
  ended_at: Date | null
  created_at: Date
  updated_at: Date
}

const build = buildFor<{ disputes: DisputeRow }>()

const COLUMNS = [
  'id',
  'team_id',
  'mode',
  'charge_id',
  'invoice_id',
  'bank_id',
  'payment_id',
  'status',
  'amount_cents',
  'taken_cents',
  'reclaimed_cents',
  'uncovered_cents',
  'reason',
  'answer_by',
  'documents_sent_at',
  'opened_at',
  'ended_at',
  'created_at',
  'updated_at',
] as const satisfies (keyof DisputeRow)[]

const select = () => build.selectFrom('disputes').select(COLUMNS)

export async function findDispute(db: Queryable, owner: Owner, id: string): Promise<DisputeRow | undefined> {
  return firstRow(
    db,
    select().where(({ and }) => and({ ...ownerColumns(owner), id })),
  )
}

export async function listDisputes(
  db: Queryable,
  owner: Owner,
  {
    status,
    invoiceId,
    page,
    times,
  }: {
    readonly status?: DisputeStatus | undefined
    readonly invoiceId?: string | undefined
    readonly page: Page
    readonly times: Times
  },
): Promise<Listing<DisputeRow>> {
  const filter = { ...ownerColumns(owner), ...given({ status, invoice_id: invoiceId }) }
  return newestFirst(
    db,
    select().where(({ and }) => and(filter)),
    { page, times, columns: TIMES },
  )
}

const TIMES = { updated_at: sql`updated_at` }

export async function disputesOfInvoice(db: Queryable, invoiceId: string): Promise<DisputeRow[]> {
  return rows(db, select().where('invoice_id', '=', invoiceId))
}

/** All of a charge, oldest first. */
export async function disputesOf(db: Queryable, chargeId: string): Promise<DisputeRow[]> {
  return rows(db, select().where('charge_id', '=', chargeId).orderBy('id'))
}

export async function insertDispute(tx: Tx, dispute: DisputeRow): Promise<void> {
  await rows(tx, build.insertInto('disputes').values(dispute))
}

const update = statement<DisputeRow>(`
  update disputes set status = $2, taken_cents = $3, reclaimed_cents = $4, uncovered_cents = $5, reason = $6,
    answer_by = $7, documents_sent_at = $8, ended_at = $9, updated_at = $10
  where id = $1 returning ${COLUMNS.join(', ')}`)

export async function storeDispute(tx: Tx, dispute: DisputeRow): Promise<void> {
  const { id, status, taken_cents, reclaimed_cents, uncovered_cents } = dispute
  const { reason, answer_by, documents_sent_at, ended_at } = dispute
  const cents = [taken_cents, reclaimed_cents, uncovered_cents] as const
  await update(tx, id, status, ...cents, reason, answer_by, documents_sent_at, ended_at, tx.now)
}
