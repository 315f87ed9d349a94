// Client credit: added, used, given back and expired. Every change is an entry; none is ever changed or deleted.
import type { ClientCreditEntry } from '../../../contract/client-accounts.ts'
import { GIVEN_BACK_DAYS } from '../../../contract/limits.ts'
import { issueWith } from '../../../contract/phrases/issues.ts'
import { type TaskOf, TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn, dayEnd, isoTimestamp } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { type Cents, formatAmount, numberFromCents } from '../../kernel/values/money.ts'
import { ownerColumns } from '../../kernel/values/owner.ts'
import { emit } from '../events/emit.ts'
import { demandTeam } from '../teams/store.ts'
import type { World } from '../world.ts'
import {
  type CreditEntryRow,
  debitSource,
  insertEntry,
  lockSource,
  lockUnusedOf,
  lockUsable,
  type SpentPart,
} from './store.ts'

/** Ends what is left of the credit that an entry added, after its last day. */
export const expireCreditJob = teamJob<{ entry_id: string }>('expire-client-credit', {
  waits: TECHNICAL,
  cap: 4,
})

/** Where credit comes from or goes to. */
interface Place {
  readonly clientId: string
  readonly invoiceId: string
  /** The payment of the invoice that goes with it. */
  readonly paymentId: string
}

export interface NewCredit extends Place {
  readonly type: 'credit_note' | 'overpayment' | 'given_back'
  readonly cents: Cents
  /** Null: it never ends. */
  readonly expiresOn: string | null
  readonly creditNoteId?: string | null
  /** If it is money of another invoice than the one that it comes from now; null if that is not known. */
  readonly originId?: string | null
}

export async function addCredit(
  tx: Tx,
  { type, cents, expiresOn, creditNoteId = null, originId, ...place }: NewCredit,
): Promise<void> {
  const entry = {
    ...newEntry(tx, place),
    type,
    amount_cents: cents,
    expires_on: expiresOn,
    left_cents: cents,
    source_id: null,
    credit_note_id: creditNoteId,
    origin_invoice_id: originId === undefined ? place.invoiceId : originId,
  }
  await insertEntry(tx, entry)
  recordEntry(tx, entry)
  emit(tx, 'client_credit.added', entryView(entry))
  if (expiresOn !== null) await scheduleEnd(tx, entry.id, expiresOn)
}

/** Takes what ends first; fails if the client has less. */
export async function debitCredit(tx: Tx, place: Place, cents: Cents, today: string): Promise<void> {
  const sources = await lockUsable(tx, place.clientId, today)
  const usable = sources.reduce((sum, { left_cents }) => sum + left_cents, 0n)
  if (cents > usable)
    fail('insufficient_client_credit', {
      details: [
        {
          field: 'amount',
          issue: issueWith('is more than the {amount} BRL of credit', { amount: formatAmount(usable) }),
        },
      ],
    })
  let rest = cents
  for (const source of sources) {
    const taken = source.left_cents < rest ? source.left_cents : rest
    if (taken === 0n) break
    rest -= taken
    await spend(tx, source.id, { ...newEntry(tx, place), type: 'used', amount_cents: -taken })
  }
}

/** Takes unused credit back that is money of the invoice, what ends first at first; returns how much that is. */
export async function reclaimCredit(
  tx: Tx,
  place: Place,
  cents: Cents,
  today: Temporal.PlainDate,
): Promise<Cents> {
  let rest = cents
  for (const source of await lockUnusedOf(tx, place.invoiceId, today.toString())) {
    const taken = source.left_cents < rest ? source.left_cents : rest
    if (taken === 0n) break
    rest -= taken
    const entry = newEntry(tx, { ...place, clientId: source.client_id })
    await spend(tx, source.id, { ...entry, type: 'reclaimed', amount_cents: -taken })
  }
  return cents - rest
}

/** Divides parts of credit: the first ones up to an amount, and the rest of them. */
export function divideParts(
  parts: readonly SpentPart[],
  cents: Cents,
): { readonly first: SpentPart[]; readonly rest: SpentPart[] } {
  const first: SpentPart[] = []
  const rest: SpentPart[] = []
  let left = cents
  for (const part of parts) {
    const taken = part.cents < left ? part.cents : left
    left -= taken
    if (taken > 0n) first.push({ ...part, cents: taken })
    if (taken < part.cents) rest.push({ ...part, cents: part.cents - taken })
  }
  return { first, rest }
}

export function sumParts(parts: readonly SpentPart[]): Cents {
  return parts.reduce((sum, { cents }) => sum + cents, 0n)
}

export interface RestoredCredit extends Place {
  readonly cents: Cents
  /** What it was taken from; the first parts come back first. */
  readonly parts: readonly SpentPart[]
  readonly creditNoteId?: string | null
}

/**
 * Gives credit back that an invoice took: each part ends when it would have ended. If that day is past, the client gets
 * some time to use it. Returns the parts.
 */
export async function restoreParts(
  tx: Tx,
  { cents, parts, ...place }: RestoredCredit,
  today: Temporal.PlainDate,
): Promise<SpentPart[]> {
  const soonest = today.add({ days: GIVEN_BACK_DAYS }).toString()
  const { first } = divideParts(parts, cents)
  for (const { cents: given, client_id: clientId, expires_on: last, origin_invoice_id: originId } of first) {
    const expiresOn = last !== null && last < today.toString() ? soonest : last
    await addCredit(tx, { ...place, clientId, type: 'given_back', cents: given, expiresOn, originId })
  }
  const rest = cents - sumParts(first)
  if (rest > 0n)
    await addCredit(tx, { ...place, type: 'given_back', cents: rest, expiresOn: null, originId: null })
  return first
}

/** Runs after the last day of credit; again later if the team has moved to another time zone since. */
export async function expireCredit(
  world: World,
  { payload, last }: TaskOf<typeof expireCreditJob>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const source = await lockSource(tx, payload.entry_id)
    const { left_cents: left = null, expires_on: expiresOn = null } = source ?? {}
    if (source === undefined || left === null || left === 0n || expiresOn === null) return
    const { time_zone } = await demandTeam(tx, tx.owner.teamId)
    if (dateIn(tx.now, time_zone).toString() <= expiresOn) return scheduleEnd(tx, source.id, expiresOn)
    const { client_id, invoice_id } = source
    const entry = { ...newEntry(tx, { clientId: client_id, invoiceId: null, paymentId: null }), invoice_id }
    await spend(tx, source.id, { ...entry, type: 'expired', amount_cents: -left })
  })
}

/** The time is part of the key, so that a team that changes its time zone gets another job. */
async function scheduleEnd(tx: Tx, id: string, expiresOn: string): Promise<void> {
  const { time_zone } = await demandTeam(tx, tx.owner.teamId)
  const at = dayEnd(Temporal.PlainDate.from(expiresOn), time_zone)
  schedule(tx, expireCreditJob, { at, key: `${id} ${at.getTime()}`, payload: { entry_id: id } })
}

type Spent = Omit<CreditEntryRow, 'expires_on' | 'left_cents' | 'source_id' | 'type'> & {
  type: keyof typeof SPENT_EVENTS
}

const SPENT_EVENTS = {
  used: 'client_credit.used',
  reclaimed: 'client_credit.reclaimed',
  expired: 'client_credit.expired',
} as const

async function spend(tx: Tx, sourceId: string, spent: Spent): Promise<void> {
  const entry = { ...spent, expires_on: null, left_cents: null, source_id: sourceId }
  await debitSource(tx, sourceId, -entry.amount_cents)
  await insertEntry(tx, entry)
  recordEntry(tx, entry)
  emit(tx, SPENT_EVENTS[entry.type], entryView(entry))
}

function newEntry(
  tx: Tx,
  {
    clientId,
    invoiceId,
    paymentId,
  }: { [Name in keyof Place]: Place[Name] | (Name extends 'clientId' ? never : null) },
) {
  return {
    id: tx.newId('creditEntry'),
    ...ownerColumns(tx.owner),
    client_id: clientId,
    invoice_id: invoiceId,
    payment_id: paymentId,
    credit_note_id: null,
    origin_invoice_id: null,
    created_at: tx.now,
  }
}

function recordEntry(tx: Tx, { id, client_id, type, amount_cents, expires_on }: CreditEntryRow): void {
  record(tx, {
    topic: 'money',
    object: 'client_credit_entry',
    objectId: id,
    about: client_id,
    before: null,
    after: { type, amount: formatAmount(amount_cents), ...(expires_on !== null && { expires_on }) },
  })
}

export function entryView(entry: CreditEntryRow): ClientCreditEntry {
  const { id, client_id, type, expires_on, left_cents, source_id, invoice_id, credit_note_id } = entry
  return {
    id,
    client_id,
    type,
    amount: numberFromCents(entry.amount_cents),
    expires_on,
    amount_left: left_cents === null ? null : numberFromCents(left_cents),
    source_id,
    invoice_id,
    credit_note_id,
    currency: 'BRL',
    created_at: isoTimestamp(entry.created_at),
  }
}
