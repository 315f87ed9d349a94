// Mandates (rec) and their charges (cobr) of Banco Central's API Pix. Invalid values are null, never a guess.

import type {
  DebitAttempt,
  MandateEnder,
  MandateFrequency,
  MandateStatus,
} from '../../../../contract/mandate-states.ts'
import { bareTaxId, isCnpj, isCpf } from '../../../../contract/tax-ids.ts'
import { parseDate } from '../../../kernel/values/dates.ts'
import { formatAmount } from '../../../kernel/values/money.ts'
import type {
  BankMandate,
  Hint,
  MandateChargeOrder,
  MandateEnding,
  MandateHint,
  MandateOrder,
  Verdict,
} from '../port.ts'
import { asFields, centsOf, cut, type Fields, readPayment, TXID } from './pix-json.ts'

/** The bank's id of a mandate: R, retries or not, ISPB, day, eleven characters. */
export const MANDATE_ID = /^R[RN][0-9A-Z]{8}\d{8}[a-zA-Z0-9]{11}$/
const SUBJECT_MAX = 35
const NAME_MAX = 140
const INFO_MAX = 140
const TEXT_MAX = 400

const FREQUENCIES: Readonly<Record<MandateFrequency, string>> = {
  monthly: 'MENSAL',
  quarterly: 'TRIMESTRAL',
  semiannual: 'SEMESTRAL',
  annual: 'ANUAL',
}

const STATUSES: ReadonlyMap<unknown, MandateStatus> = new Map([
  ['CRIADA', 'created'],
  ['APROVADA', 'active'],
  ['REJEITADA', 'rejected'],
  ['EXPIRADA', 'expired'],
  ['CANCELADA', 'cancelled'],
])

const ENDERS: ReadonlyMap<unknown, MandateEnder> = new Map([
  ['USUARIO_RECEBEDOR', 'agency'],
  ['PSP_RECEBEDOR', 'receiver_bank'],
  ['USUARIO_PAGADOR', 'payer'],
  ['PSP_PAGADOR', 'payer_bank'],
])

/** The account that later charges are paid into. */
export interface ReceivingAccount {
  conta: string
  tipoConta: 'CORRENTE' | 'POUPANCA' | 'PAGAMENTO'
  agencia?: string
}

/** Null for a payer without a valid CPF or CNPJ. */
export function mandateBody(order: MandateOrder, loc: number): object | null {
  const devedor = debtorOf(order.payer)
  if (devedor === null) return null
  return {
    vinculo: { objeto: cut(order.subject, SUBJECT_MAX), contrato: order.contract, devedor },
    calendario: {
      dataInicial: order.startsOn.toString(),
      ...(order.endsOn !== null && { dataFinal: order.endsOn.toString() }),
      periodicidade: FREQUENCIES[order.frequency],
    },
    valor: { valorRec: formatAmount(order.amountCents) },
    politicaRetentativa: order.retries === 'none' ? 'NAO_PERMITE' : 'PERMITE_3R_7D',
    loc,
    ativacao: { dadosJornada: { txid: order.first.txid } },
  }
}

export function mandateChargeBody(order: MandateChargeOrder, account: ReceivingAccount): object {
  const info = cut(order.description, INFO_MAX)
  return {
    idRec: order.mandate,
    ...(info !== '' && { infoAdicional: info }),
    calendario: { dataDeVencimento: order.dueOn.toString() },
    valor: { original: formatAmount(order.amountCents) },
    // On a day without banks the account is debited on the next business day.
    ajusteDiaUtil: true,
    recebedor: account,
  }
}

/** The filter of a list of mandates by their payer. */
export function debtorQuery(document: string): Record<string, string> {
  const id = bareTaxId(document)
  return isCpf(id) ? { cpf: id } : { cnpj: id }
}

function debtorOf({ name, document }: MandateOrder['payer']): object | null {
  const id = bareTaxId(document)
  const nome = cut(name, NAME_MAX)
  if (nome === '') return null
  if (isCpf(id)) return { cpf: id, nome }
  return isCnpj(id) ? { cnpj: id, nome } : null
}

/** A mandate as the bank shows it, with what identifies it as ours. */
export interface ReadMandate extends BankMandate {
  contract: string | null
  amountCents: bigint | null
  code: string | null
}

export function readMandate(value: unknown): ReadMandate | null {
  const fields = asFields(value)
  const status = STATUSES.get(fields?.status)
  if (fields === null || status === undefined) return null
  const { idRec, encerramento } = fields
  if (typeof idRec !== 'string' || !MANDATE_ID.test(idRec)) return null
  const contract = asFields(fields.vinculo)?.contrato
  const code = asFields(fields.dadosQR)?.pixCopiaECola
  return {
    id: idRec,
    status,
    ending: status === 'created' || status === 'active' ? null : endingOf(encerramento),
    contract: typeof contract === 'string' ? contract : null,
    amountCents: centsOf(asFields(fields.valor)?.valorRec),
    code: typeof code === 'string' ? code : null,
  }
}

function endingOf(value: unknown): MandateEnding {
  const ending = asFields(value)
  const rejection = asFields(ending?.rejeicao)
  const { solicitante, codigo, descricao } = asFields(ending?.cancelamento) ?? rejection ?? {}
  return {
    by: rejection === null ? (ENDERS.get(solicitante) ?? null) : 'payer',
    code: typeof codigo === 'string' ? cut(codigo, 4) : null,
    reason: typeof descricao === 'string' ? cut(descricao, TEXT_MAX) : null,
  }
}

export function readLocation(value: unknown): number | null {
  const id = asFields(value)?.id
  return Number.isSafeInteger(id) ? (id as number) : null
}

export interface ReadMandateCharge extends Verdict {
  txid: string
  mandate: string
  amountCents: bigint
  dueOn: string
  attempts: readonly DebitAttempt[]
}

const CHARGE_STATUSES: ReadonlyMap<unknown, Verdict['status']> = new Map([
  ['CRIADA', 'open'],
  ['ATIVA', 'open'],
  ['CONCLUIDA', 'paid'],
  ['EXPIRADA', 'removed'],
  ['REJEITADA', 'removed'],
  ['CANCELADA', 'removed'],
])

/** Without balance an attempt expires at the end of its day, and the bank sends no code. */
const ATTEMPT_STATUSES: ReadonlyMap<unknown, DebitAttempt['status']> = new Map([
  ['SOLICITADA', 'scheduled'],
  ['AGENDADA', 'scheduled'],
  ['PAGA', 'paid'],
  ['CANCELADA', 'cancelled'],
  ['REJEITADA', 'refused'],
  ['EXPIRADA', 'refused'],
])

export function readMandateCharge(value: unknown): ReadMandateCharge | null {
  const fields = asFields(value)
  const status = CHARGE_STATUSES.get(fields?.status)
  if (fields === null || status === undefined) return null
  const { txid, idRec, pix = [], tentativas = [] } = fields
  const amountCents = centsOf(asFields(fields.valor)?.original)
  const dueOn = asFields(fields.calendario)?.dataDeVencimento
  if (typeof txid !== 'string' || !TXID.test(txid) || typeof idRec !== 'string' || amountCents === null)
    return null
  if (typeof dueOn !== 'string' || parseDate(dueOn) === null) return null
  if (!Array.isArray(pix) || !Array.isArray(tentativas)) return null
  const payments = pix.map((item) => readPayment({ txid, ...asFields(item) })).filter((one) => one !== null)
  if (payments.length < pix.length || payments.some((payment) => payment.txid !== txid)) return null
  const attempts = tentativas.map(readAttempt).filter((attempt) => attempt !== null)
  if (attempts.length < tentativas.length) return null
  const ended = status === 'removed' ? endOf(fields, attempts) : []
  return { txid, mandate: idRec, amountCents, dueOn, status, payments, attempts: [...attempts, ...ended] }
}

/** A charge that was refused before any attempt has its code in its ending alone. */
function endOf({ encerramento, calendario }: Fields, attempts: readonly DebitAttempt[]): DebitAttempt[] {
  const code = asFields(asFields(encerramento)?.rejeicao)?.codigo
  const on = asFields(calendario)?.dataDeVencimento
  if (typeof code !== 'string' || typeof on !== 'string') return []
  return attempts.some((attempt) => attempt.code === code) ? [] : [{ on, status: 'refused', code }]
}

function readAttempt(value: unknown): DebitAttempt | null {
  const { dataLiquidacao, status, rejeicao } = asFields(value) ?? {}
  const known = ATTEMPT_STATUSES.get(status)
  if (typeof dataLiquidacao !== 'string' || parseDate(dataLiquidacao) === null || known === undefined)
    return null
  const code = asFields(rejeicao)?.codigo
  return { on: dataLiquidacao, status: known, code: typeof code === 'string' ? cut(code, 4) : null }
}

const HINT_STATUS = /^[A-Z]{1,20}$/

/** Callbacks to `/rec` and `/cobr`. Null if the body is neither. */
export function readMandateHints(body: unknown): (Hint | MandateHint)[] | null {
  const { recs, cobsr } = asFields(body) ?? {}
  if (Array.isArray(recs)) return recs.flatMap((item) => mandateHint(asFields(item)))
  if (Array.isArray(cobsr)) return cobsr.flatMap((item) => chargeHint(asFields(item)))
  return null
}

function mandateHint(item: Fields | null): MandateHint[] {
  const { idRec, status } = item ?? {}
  if (typeof idRec !== 'string' || !MANDATE_ID.test(idRec)) return []
  if (typeof status !== 'string' || !HINT_STATUS.test(status)) return []
  return [{ eventId: `${idRec}:${status}`, mandate: idRec }]
}

/** The state and the attempts are in the id, so that each change is followed once. */
function chargeHint(item: Fields | null): Hint[] {
  const { txid, status, tentativas = [] } = item ?? {}
  if (typeof txid !== 'string' || !TXID.test(txid)) return []
  if (typeof status !== 'string' || !HINT_STATUS.test(status)) return []
  const attempts = (Array.isArray(tentativas) ? tentativas.slice(0, 5) : [])
    .map((attempt) => asFields(attempt)?.status)
    .filter((one) => typeof one === 'string' && HINT_STATUS.test(one))
  return [{ eventId: ['cobr', txid, status, ...attempts].join(':'), txid }]
}
