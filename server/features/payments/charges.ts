// Charges at a bank: opened, checked, withdrawn, and found by their links.
import { MADE_PREFIXES } from '../../../contract/ids.ts'
import type { ChargeStatus } from '../../../contract/payment-providers.ts'
import { SIMULATED } from '../../../contract/payment-providers.ts'
import { bankNamed } from '../../adapters/banks/banks.ts'
import {
  type Bank,
  type ChargeOrder,
  type Instructions,
  isStillOpen,
  isUnderWay,
  type ReceivedPayment,
  type Verdict,
} from '../../adapters/banks/port.ts'
import { BOLETO_BANK } from '../../adapters/banks/simulated/simulated-bank.ts'
import { randomToken } from '../../kernel/crypto/secret-box.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { digitableLine } from '../../kernel/values/boleto.ts'
import { BANK_ZONE, dateIn } from '../../kernel/values/dates.ts'
import { isId } from '../../kernel/values/ids.ts'
import { type LateColumns, lateTermsOf, NO_LATE_COLUMNS } from '../../kernel/values/late-charges.ts'
import { formatBrl } from '../../kernel/values/money.ts'
import { brazilianDate } from '../../kernel/values/text.ts'
import type { BoletoStatus, BoletoView } from '../../render/boleto/boleto-view.ts'
import { lateWords } from '../../render/words/late-words.ts'
import type { World } from '../world.ts'
import { bankName, bankOf, bankOfCharge, type ChosenBank } from './banks.ts'
import {
  boletoPdfUrl,
  type ChargeRefusal,
  type ChargeRow,
  findCharge,
  findChargeByLink,
  findChargeByTxid,
  insertCharge,
  takeUpCharge,
} from './charge-store.ts'
import type * as jobs from './jobs.ts'
import { type ChargeCheck, checkChargeJob, withdrawChargeJob } from './jobs.ts'
import { findAnyProvider, type ProviderRow } from './provider-store.ts'
import { CHARGE_MOVES, isPayable } from './states.ts'
import { type VerdictRoutes, verdictIn } from './verdicts.ts'

// A bank may make a charge after it was told to withdraw it, since it was asked before: then it is told once more, by a
// piece of its own, as the first may still be under way.

export function withdrawAgain(tx: Tx, chargeId: string): void {
  schedule(tx, withdrawChargeJob, { at: tx.now, key: `${chargeId}#again`, payload: null })
}

export interface ChargeWish {
  purpose: ChargeRow['purpose']
  referenceId: string
  method: ChargeRow['method']
  amountCents: bigint
  expiresAt: Date
  receiver: { name: string; city: string }
  payerName: string
  /** CPF or CNPJ, where it is known. */
  payerDocument?: string | null
  description: string
  /** What of the amount is for being late. */
  lateCents?: bigint
  /** By which day it is owed, and what the bank adds afterwards; its last day, and nothing, if left out. */
  dueDate?: Temporal.PlainDate
  late?: LateColumns | null
}

/** What a bank was asked for ahead of the transaction that uses it, under the id that it has from then on. */
export interface AskedCharge {
  id: string
  order: ChargeOrder
  /** Null where the bank did not confirm it: it may have made it all the same. */
  instructions: Instructions | null
  /** Why it did not, where it said so. */
  refusal?: ChargeRefusal | null
  /** Whether it was stored before its bank was asked. */
  isStored: boolean
}

const LINK_BYTES = 20
/** What a charge's id has before its txid. */
const CHARGE_PREFIX = `${MADE_PREFIXES.charge}_`

/**
 * The simulated bank answers at once; a real one is asked outside the transaction, before it or after it. What was
 * asked for and is given up by now is left to due work, and another is asked for.
 */
export async function newCharge(
  tx: Tx,
  chosen: ChosenBank,
  wish: ChargeWish,
  asked: AskedCharge | null = null,
): Promise<{ charge: ChargeRow; order: ChargeOrder }> {
  const { provider, providerId, bank, simulated } = chosen
  const id = asked?.id ?? tx.newId('charge')
  const order = asked?.order ?? orderFor(id, wish)
  const instructions = provider === SIMULATED ? await openAtOnce(bank, order) : (asked?.instructions ?? null)
  const charge: ChargeRow = {
    id,
    team_id: tx.owner.teamId,
    mode: tx.owner.mode,
    provider,
    provider_id: providerId,
    method: wish.method,
    purpose: wish.purpose,
    reference_id: wish.referenceId,
    txid: order.txid,
    amount_cents: wish.amountCents,
    status: CHARGE_MOVES.begins[instructions === null ? 'ask' : 'make'].to,
    ...instructionColumns(instructions),
    receiver_name: wish.receiver.name,
    payer_name: wish.payerName,
    payer_document: wish.payerDocument ?? null,
    late_cents: wish.lateCents ?? 0n,
    due_date: wish.dueDate?.toString() ?? null,
    ...(wish.late ?? NO_LATE_COLUMNS),
    link_token: randomToken(LINK_BYTES),
    simulated,
    refusal: asked?.refusal ?? null,
    expires_at: order.expiresAt,
    created_at: tx.now,
  }
  if (asked?.isStored !== true) await insertCharge(tx, charge)
  else if (!(await takeUpCharge(tx, charge))) {
    withdrawAgain(tx, id)
    return newCharge(tx, chosen, wish)
  }
  return { charge, order }
}

export function orderFor(chargeId: string, wish: Omit<ChargeWish, 'purpose' | 'referenceId'>): ChargeOrder {
  return {
    txid: chargeId.slice(CHARGE_PREFIX.length),
    method: wish.method,
    amountCents: wish.amountCents,
    expiresAt: wish.expiresAt,
    receiver: wish.receiver,
    payer: { name: wish.payerName, document: wish.payerDocument ?? null },
    description: wish.description,
    ...(wish.dueDate && { dueDate: wish.dueDate }),
    ...(wish.late && { finePercent: wish.late.fine_percent, interestPercent: wish.late.interest_percent }),
  }
}

/** Whether a txid is one that we make. */
export function isTxid(text: string): boolean {
  return isId('charge', CHARGE_PREFIX + text)
}

async function openAtOnce(bank: Bank, order: ChargeOrder): Promise<Instructions> {
  const answer = await bank.open(order)
  if (answer.outcome !== 'confirmed') throw new Error(`the simulated bank refused: ${answer.reason}`)
  return answer.value
}

type InstructionColumn =
  | 'pix_copy_paste'
  | 'boleto_barcode'
  | 'boleto_our_number'
  | 'boleto_slip_url'
  | 'bank_reference'

/** How the bank says that a charge can be paid, and what it calls it. */
export function instructionColumns(instructions: Instructions | null): Pick<ChargeRow, InstructionColumn> {
  const boleto = instructions?.method === 'boleto' ? instructions : null
  return {
    pix_copy_paste: instructions?.method === 'pix' ? instructions.copyPaste : null,
    boleto_barcode: boleto?.barcode ?? null,
    boleto_our_number: boleto?.ourNumber ?? null,
    boleto_slip_url: boleto?.slipUrl ?? null,
    bank_reference: instructions?.bankReference ?? null,
  }
}

// The charge that a bank may tell of. A team's own bank must not be believed about what the operator's was asked to
// collect, whatever it says: the team may be the bank.

/**
 * One that was made through it, or through another connection of the same owner for the same purpose: credentials are
 * renewed by connecting anew.
 */
export async function chargeNamedBy(
  db: Queryable,
  teller: ProviderRow,
  txid: string,
): Promise<ChargeRow | undefined> {
  const charge = await findChargeByTxid(db, txid)
  if (charge === undefined || charge.provider_id === null) return undefined
  if (charge.provider_id === teller.id) return charge
  const maker = await findAnyProvider(db, charge.provider_id)
  const isSame = maker?.purpose === teller.purpose && maker.team_id === teller.team_id
  return isSame && maker.mode === teller.mode ? charge : undefined
}

// A look at a charge that somebody told us of. What told us names it, so that the same news is followed once.

export function scheduleCheck(tx: Tx, at: Date, check: ChargeCheck): void {
  const { providerId, hint, look } = check
  const key = look === 1 ? `${providerId} ${hint}` : `${providerId} ${hint}#${look}`
  schedule(tx, checkChargeJob, { at, key, payload: check })
}

// Follows a hint, such as a callback, by reading the charge back from the bank: only what the bank itself answers
// counts.

/** A bank may announce a payment or a return before its own API shows it: waits before it is asked again. */
const LOOK_AGAIN_MS = [10_000, 60_000, 300_000] as const

export async function checkCharge(
  world: World,
  { payload, scope, last }: TaskOf<typeof jobs.checkChargeJob>,
  routes: VerdictRoutes,
): Promise<void> {
  const { providerId, txid, hint, look } = payload
  const provider = await findAnyProvider(world.pool, providerId)
  // Its secrets were forgotten, so the bank cannot be asked any more.
  if (provider === undefined || provider.secrets === null) return
  const charge = await chargeNamedBy(world.pool, provider, txid)
  if (charge === undefined || charge.team_id !== scope.owner.teamId) return
  const verdict = verdictIn(await bankOf(world, provider).read(txid, charge.bank_reference))
  if (verdict === null) return
  await routes[charge.purpose](world, scope, charge, verdict)
  const waitMs = LOOK_AGAIN_MS[look - 1]
  if (isSettled(verdict) || waitMs === undefined) return
  await transaction(world, last, async (tx) => {
    scheduleCheck(tx, new Date(tx.now.getTime() + waitMs), { providerId, txid, hint, look: look + 1 })
  })
}

/** Nothing of it is expected to change soon. */
function isSettled(verdict: Verdict): boolean {
  const isGoingBack = ({ returns = [] }: ReceivedPayment) => returns.some(isUnderWay)
  return !isStillOpen(verdict) && !verdict.payments.some(isGoingBack)
}

// Withdraws a charge at its bank that is not to be paid any more. If the payer was faster, the payment is taken in.

export async function withdrawCharge(
  world: World,
  { piece, scope }: TaskOf<typeof jobs.withdrawChargeJob>,
  routes: VerdictRoutes,
): Promise<void> {
  const charge = await findCharge(world.pool, piece.key.replace(/#.*$/, ''))
  const bank = charge && (await bankOfCharge(world, charge))
  if (!bank) return
  const verdict = verdictIn(await bank.withdraw(charge.txid, charge.bank_reference))
  if (verdict !== null) await routes[charge.purpose](world, scope, charge, verdict)
}

// Some banks let a charge be paid after its end: there it is withdrawn when it has expired here.

export function withdrawIfKept(tx: Tx, { id, provider }: Pick<ChargeRow, 'id' | 'provider'>): void {
  if (bankNamed(provider).keepsExpired === true)
    schedule(tx, withdrawChargeJob, { at: tx.now, key: id, payload: null })
}

// A charge as a boleto: what its page and its PDF are made from.

const OUR_NUMBER_DIGITS = 10

function boletoOf(
  world: World,
  charge: ChargeRow & { boleto_barcode: string },
  status: BoletoStatus,
  number: string | null,
): BoletoView {
  const { boleto_barcode: barcode, reference_id, due_date } = charge
  const lastDay = dateIn(charge.expires_at, BANK_ZONE)
  const dueOn = due_date === null ? lastDay : Temporal.PlainDate.from(due_date)
  return {
    bank: bankOfCode(barcode.slice(0, 3)),
    beneficiary: { name: charge.receiver_name, document: null },
    payer: { name: charge.payer_name, document: charge.payer_document },
    amountCents: charge.amount_cents,
    documentNumber: number ?? reference_id.slice(-12).toUpperCase(),
    ourNumber: charge.boleto_our_number ?? barcode.slice(-OUR_NUMBER_DIGITS),
    issuedOn: dateIn(charge.created_at, BANK_ZONE),
    dueOn,
    lastDay,
    barcode,
    digitableLine: digitableLine(barcode),
    instructions: instructionsOf({ ...charge, reference_id: number ?? reference_id }, dueOn, lastDay),
    status,
    simulated: charge.simulated,
    pdfUrl: boletoPdfUrl(world, charge),
  }
}

function bankOfCode(code: string): BoletoView['bank'] {
  return code === BOLETO_BANK.code ? BOLETO_BANK : { code, name: bankName(code) }
}

const SUBJECTS: Readonly<Record<ChargeRow['purpose'], string>> = { recharge: 'Recarga', invoice: 'Fatura' }

function instructionsOf(charge: ChargeRow, dueOn: Temporal.PlainDate, lastDay: Temporal.PlainDate): string[] {
  const { purpose, reference_id, late_cents: lateCents } = charge
  const late = lateWords(lateTermsOf(charge))
  return [
    `${SUBJECTS[purpose]} ${reference_id}`,
    ...(lateCents > 0n ? [`O valor inclui ${formatBrl(lateCents)} de multa e juros por atraso.`] : []),
    ...(late === null ? [] : [late]),
    lastDay.equals(dueOn) ? 'Não receber após o vencimento.' : `Não receber após ${brazilianDate(lastDay)}.`,
  ]
}

// Finds what a payer's link leads to. Only the charge is asked whether it can be paid, not what it is for.

const BOLETO_STATUSES: Readonly<Record<ChargeStatus, BoletoStatus>> = {
  requested: 'failed',
  open: 'pending',
  paid: 'paid',
  withdrawn: 'cancelled',
  expired: 'expired',
  abandoned: 'failed',
}

/** The code to pay by PIX; null where there is none, or none any more. */
export async function pixCodeBehind(world: World, token: string): Promise<string | null> {
  const charge = await findChargeByLink(world.pool, token)
  return charge !== undefined && isPayable(charge) ? charge.pix_copy_paste : null
}

/** The boleto, even one that can no longer be paid: its page says so. What it is for may know a number for it. */
export async function boletoBehind(
  world: World,
  token: string,
  numberOf: (world: World, charge: ChargeRow) => Promise<string | null>,
): Promise<{ boleto: BoletoView; charge: ChargeRow } | null> {
  const charge = await findChargeByLink(world.pool, token)
  if (charge === undefined || charge.boleto_barcode === null) return null
  const { boleto_barcode, status } = charge
  const number = await numberOf(world, charge)
  return { boleto: boletoOf(world, { ...charge, boleto_barcode }, BOLETO_STATUSES[status], number), charge }
}
