// The text of a ledger line that is hashed, as SQL, so that one writer and several readers agree on every byte.
// docs/ledger.md describes it for outsiders. A form that was used never changes; another form gets the next version.
import { escapeChainText } from '../../kernel/db/hash-chain.ts'
import type { Actor } from '../../kernel/outbox/audit.ts'

/** The form of new lines. */
export const LINE_VERSION = 1

/** SQL for each value of a line: columns when it is read, parameters and sums when it is written. */
export interface LineValues {
  seq: string
  id: string
  createdAt: string
  type: string
  amountCents: string
  balanceAfterCents: string
  account: string
  referenceType: string
  referenceId: string
  reason: string
  paymentMethod: string
  simulated: string
  description: string
  recordedAt: string
  action: string
  actorType: string
  actorId: string
  actorName: string
  requestId: string
}

/** The columns of `wallet_lines`. */
export const STORED: LineValues = {
  seq: 'l.seq',
  id: 'l.id',
  createdAt: 'l.created_at',
  type: 'l.type',
  amountCents: 'l.amount_cents',
  balanceAfterCents: 'l.balance_after_cents',
  account: 'l.account',
  referenceType: 'l.reference_type',
  referenceId: 'l.reference_id',
  reason: 'l.kind',
  paymentMethod: 'l.payment_method',
  simulated: 'l.simulated',
  description: 'l.description',
  recordedAt: 'l.recorded_at',
  action: 'l.action',
  actorType: 'l.actor_type',
  actorId: 'l.actor_id',
  actorName: 'l.actor_name',
  requestId: 'l.request_id',
}

const TAB = `E'\\t'`
const TIME = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`

export function lineText(line: LineValues): string {
  const fields = [
    `'${LINE_VERSION}'`,
    `(${line.seq})::text`,
    line.id,
    timeText(line.createdAt),
    line.type,
    `(${line.amountCents})::text`,
    `(${line.balanceAfterCents})::text`,
    line.account,
    line.referenceType,
    escaped(line.referenceId),
    escaped(line.reason),
    `coalesce(${line.paymentMethod}, '')`,
    `case when ${line.simulated} then 'simulated' else '' end`,
    escaped(line.description),
    timeText(line.recordedAt),
    escaped(line.action),
    escaped(line.actorType),
    escaped(`coalesce(${line.actorId}, '')`),
    escaped(`coalesce(${line.actorName}, '')`),
    escaped(`coalesce(${line.requestId}, '')`),
  ]
  return fields.join(` || ${TAB} || `)
}

/** The same text when a line is written: SQL for values of the wallet's row, between the parts in `known`. */
export function writtenText(
  { seq, createdAt, balanceAfterCents }: Pick<LineValues, 'seq' | 'createdAt' | 'balanceAfterCents'>,
  known: readonly [string, string, string],
): string {
  const [afterSeq, afterTime, afterBalance] = known.map((parameter) => `${parameter}::text`)
  return `E'${LINE_VERSION}\\t' || (${seq})::text || ${afterSeq} || ${timeText(createdAt)} || ${afterTime}
    || (${balanceAfterCents})::text || ${afterBalance}`
}

interface KnownLine {
  id: string
  type: string
  amountCents: bigint
  account: string
  referenceType: string
  referenceId: string
  reason: string
  paymentMethod?: string
  simulated: boolean
  description: string
  recordedAt: Date
  by: Pick<Actor, 'action' | 'type' | 'id' | 'name' | 'requestId'>
}

/** The parts after the number, the time and the balance of a line. */
export function knownTexts(line: KnownLine): [string, string, string] {
  const { id, type, amountCents, by } = line
  const rest = [
    line.account,
    line.referenceType,
    line.referenceId,
    line.reason,
    line.paymentMethod ?? '',
    line.simulated ? 'simulated' : '',
    line.description,
    line.recordedAt.toISOString(),
    by.action,
    by.type,
    by.id ?? '',
    by.name ?? '',
    by.requestId ?? '',
  ]
  return [`\t${id}\t`, `\t${type}\t${amountCents}\t`, `\t${rest.map(escapeChainText).join('\t')}`]
}

/** The first line of a chain names the wallet, so that lines of one wallet prove nothing about another. */
export function genesisText(wallet: string): string {
  return `E'embarque-ledger\\t1\\t' || ${wallet}.team_id || ${TAB} || ${wallet}.mode`
}

/** The hash of a line covers its text and the hash before it, or the hash of the first line. */
export function chained(before: string, wallet: string, text: string): string {
  return `sha256(coalesce(${before}, ${genesisHash(wallet)}) || convert_to(${text}, 'UTF8'))`
}

export function genesisHash(wallet: string): string {
  return `sha256(convert_to(${genesisText(wallet)}, 'UTF8'))`
}

function timeText(at: string): string {
  return `to_char((${at}) at time zone 'UTC', ${TIME})`
}

/** Fields end at tabs and lines at line feeds, so text of people and banks must contain neither. */
function escaped(text: string): string {
  const steps = [String.raw`E'\\', E'\\\\'`, String.raw`E'\t', E'\\t'`, String.raw`E'\n', E'\\n'`]
  return [...steps, String.raw`E'\r', E'\\r'`].reduce((sql, step) => `replace(${sql}, ${step})`, text)
}
