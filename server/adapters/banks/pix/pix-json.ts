// Charges, payments and refunds of Banco Central's API Pix. Invalid values are null, never a guess.

import { bareTaxId, isCnpj, isCpf } from '../../../../contract/tax-ids.ts'
import { BANK_ZONE, dateIn, parseTimestamp } from '../../../kernel/values/dates.ts'
import { type Decimal, decimalPlaces, makeDecimal, parseOwnDecimal } from '../../../kernel/values/decimal.ts'
import {
  formatAmount,
  multiplyDecimalsToCents,
  parseAmount,
  percentOf,
} from '../../../kernel/values/money.ts'
import type {
  ChargeOrder,
  Hint,
  PayerAddress,
  PaymentReturn,
  ReceivedPayment,
  Refund,
  Rejected,
  Verdict,
} from '../port.ts'

// Reads external JSON defensively: every field is checked before use.

export type Fields = Readonly<Record<string, unknown>>

/** The JSON object in a text; null for anything else. */
export function fieldsOf(text: string): Fields | null {
  try {
    return asFields(JSON.parse(text))
  } catch {
    return null
  }
}

export function asFields(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
}

// The payment data of a charge in the API Pix: a code, or only its location.

export interface WaysToPay {
  /** Codes as the bank wrote them, the best first. */
  codes: string[]
  /** The address for the payer's bank, without its scheme. */
  location: string | null
}

/** The API's field comes first; the others are of single banks that omit it. */
function waysToPay({ pixCopiaECola, brcode, textoImagemQRcode, location, loc }: Fields): WaysToPay {
  const isText = (value: unknown) => typeof value === 'string'
  const [address = null] = [location, asFields(loc)?.location].filter(isText)
  return {
    codes: [pixCopiaECola, brcode, textoImagemQRcode].filter(isText),
    location: address?.replace(/^https?:\/\//i, '') ?? null,
  }
}

export interface BankCharge extends Verdict, WaysToPay {
  txid: string
  amountCents: bigint
  pixKey: string
}

export interface PaymentPage {
  unreadable: string[]
  /** Without payments that have no txid or are for another key of the account. */
  payments: ReceivedPayment[]
  page: number
  pages: number
}

export const TXID = /^[a-zA-Z0-9]{26,35}$/
/** The API says 32 characters, but no payment is refused for its id. */
export const PAYMENT_ID = /^[a-zA-Z0-9]{1,64}$/
export const REFUND_ID = /^[a-zA-Z0-9]{1,35}$/
const RETURN_ID = /^[!-~]{1,64}$/
/** The API's amounts have ten digits before the dot. */
export const PIX_CENTS_MAX = 999_999_999_999n

/** The API's int32: 68 years. */
const LIFE_SECONDS_MAX = 2 ** 31 - 1
const DESCRIPTION_MAX = 140
const NAME_MAX = 200
/** A hint's id is stored, and a callback may come from anywhere. */
const REFUNDS_TOLD_MAX = 20
const CHARGE_STATUS: ReadonlyMap<unknown, Verdict['status']> = new Map([
  ['ATIVA', 'open'],
  ['CONCLUIDA', 'paid'],
  ['REMOVIDA_PELO_USUARIO_RECEBEDOR', 'removed'],
  ['REMOVIDA_PELO_PSP', 'removed'],
])
const REFUND_STATUS: ReadonlyMap<unknown, Refund['status']> = new Map([
  ['EM_PROCESSAMENTO', 'processing'],
  ['DEVOLVIDO', 'done'],
  ['NAO_REALIZADO', 'failed'],
])

export function chargeBody(order: ChargeOrder, pixKey: string, now: Date): object {
  const lifeSeconds = Math.ceil((order.expiresAt.getTime() - now.getTime()) / 1_000)
  const calendario = { expiracao: Math.min(lifeSeconds, LIFE_SECONDS_MAX) }
  const devedor = debtorOf(order.payer)
  const description = cut(order.description, DESCRIPTION_MAX)
  return {
    calendario,
    ...(devedor === null ? {} : { devedor }),
    valor: { original: formatAmount(order.amountCents) },
    chave: pixKey,
    ...(description === '' ? {} : { solicitacaoPagador: description }),
  }
}

/** The days of the specification, if the order names none. */
const VALIDITY_DAYS = 30

/** A charge of which the bank computes discount, fine and interest; or why it cannot be ordered. */
export function dueDateBody(
  order: ChargeOrder,
  pixKey: string,
  now: Date,
): { body: object } | { fault: string; because?: Pick<Rejected, 'cause'> } {
  const { dueDate, amountCents, payer, payableDaysAfterDue = VALIDITY_DAYS } = order
  const today = dateIn(now, BANK_ZONE)
  if (dueDate === undefined || Temporal.PlainDate.compare(dueDate, today) < 0)
    return { fault: 'the due date has passed' }
  const debtor = debtorOf(payer)
  if (debtor === null) {
    const fault = 'a Pix with a due date needs a payer with CPF or CNPJ'
    return { fault, because: { cause: 'payer' } }
  }
  const terms = termsOf(order, today)
  if (terms === null) return { fault: 'the interest has more decimals than a Pix with a due date takes' }
  const description = cut(order.description, DESCRIPTION_MAX)
  const body = {
    calendario: { dataDeVencimento: dueDate.toString(), validadeAposVencimento: payableDaysAfterDue },
    devedor: { ...debtor, ...addressOf(payer?.address) },
    valor: { original: formatAmount(amountCents), ...terms },
    chave: pixKey,
    ...(description === '' ? {} : { solicitacaoPagador: description }),
  }
  return { body }
}

/** `modalidade`: an amount is 1 of a fine or a discount; a percentage is 2 of a fine, and 3 (a month) of interest. */
function termsOf(
  { amountCents, finePercent = '0', interestPercent = '0', discount = [] }: ChargeOrder,
  today: Temporal.PlainDate,
): object | null {
  const [fine, interest] = [parseOwnDecimal(finePercent), parseOwnDecimal(interestPercent)]
  if (decimalPlaces(interest) > PERCENT_PLACES) return null
  const isPercent = decimalPlaces(fine) <= PERCENT_PLACES
  const fineCents = percentOf(amountCents, fine)
  const days = discount.filter(
    (one) => one.amountCents < amountCents && Temporal.PlainDate.compare(one.until, today) >= 0,
  )
  return {
    ...(fineCents > 0n && {
      multa: isPercent
        ? { modalidade: 2, valorPerc: percentText(fine) }
        : { modalidade: 1, valorPerc: formatAmount(fineCents) },
    }),
    ...(interest.digits > 0n && { juros: { modalidade: 3, valorPerc: percentText(interest) } }),
    ...(days.length > 0 && {
      desconto: {
        modalidade: 1,
        descontoDataFixa: days.map(({ until, amountCents: cents }) => ({
          data: until.toString(),
          valorPerc: formatAmount(cents),
        })),
      },
    }),
  }
}

const PERCENT_PLACES = 2
const ONE = makeDecimal(1n)

/** "2.00": at most two decimals are left, and two are written. */
function percentText(percent: Decimal): string {
  return formatAmount(multiplyDecimalsToCents(percent, ONE))
}

/** The known parts of the address; the API requires none of them. */
function addressOf(address: PayerAddress | undefined): object {
  if (address === undefined) return {}
  const { street, number, complement, district, city, state, postal_code } = address
  const line = [street, number, complement, district].filter((part) => part !== null).join(', ')
  const logradouro = cut(line, ADDRESS_MAX)
  const cidade = cut(city ?? '', ADDRESS_MAX)
  const cep = postal_code?.replace('-', '') ?? ''
  return {
    ...(logradouro !== '' && { logradouro }),
    ...(cidade !== '' && { cidade }),
    ...(/^[A-Z]{2}$/.test(state ?? '') && { uf: state }),
    ...(/^\d{8}$/.test(cep) && { cep }),
  }
}

const ADDRESS_MAX = 200

export function readBankCharge(value: unknown): BankCharge | null {
  const fields = asFields(value)
  const { txid, status, chave, pix = [] } = fields ?? {}
  const amountCents = centsOf(asFields(fields?.valor)?.original)
  const known = CHARGE_STATUS.get(status)
  if (typeof txid !== 'string' || typeof chave !== 'string' || amountCents === null || known === undefined) {
    return null
  }
  if (!Array.isArray(pix)) return null
  const payments = pix.map((item) => readPayment({ txid, ...asFields(item) }))
  if (!payments.every((payment) => payment !== null && payment.txid === txid)) return null
  return {
    txid,
    status: known,
    amountCents,
    pixKey: chave,
    payments: payments as ReceivedPayment[],
    ...waysToPay(fields ?? {}),
  }
}

/** The specification's maximum; a larger page is not read. */
export const PAGE_SIZE = 100

export function readPaymentPage(value: unknown, pixKey: string): PaymentPage | null {
  const fields = asFields(value)
  const paging = asFields(asFields(fields?.parametros)?.paginacao)
  const { paginaAtual: page, quantidadeDePaginas: pages } = paging ?? {}
  const items = fields?.pix ?? []
  if (!Number.isSafeInteger(page) || !Number.isSafeInteger(pages) || !Array.isArray(items)) return null
  if (items.length > PAGE_SIZE) return null
  // One unreadable payment must not hide the others.
  const ours = items.flatMap((item) => {
    const txid = ourTxid(item, pixKey)
    return txid === null ? [] : [{ txid, payment: readPayment(item) }]
  })
  const payments = ours.map(({ payment }) => payment).filter((payment) => payment !== null)
  const unreadable = ours.filter(({ payment }) => payment === null).map(({ txid }) => txid)
  return { payments, unreadable, page: page as number, pages: pages as number }
}

export function readRefund(value: unknown): PaymentReturn | null {
  const refund = readReturn(value)
  return refund !== null && REFUND_ID.test(refund.id) ? refund : null
}

/**
 * A bank calls when a payment arrives, and again when its refund has ended. Entries that cannot be about our
 * charges are left out.
 */
export function readHints(body: unknown): Hint[] | null {
  const items = asFields(body)?.pix
  if (!Array.isArray(items)) return null
  const hints = new Map<string, Hint>()
  for (const item of items) {
    const { endToEndId, txid, devolucoes = [] } = asFields(item) ?? {}
    if (typeof txid !== 'string' || !TXID.test(txid)) continue
    if (typeof endToEndId !== 'string' || !PAYMENT_ID.test(endToEndId)) continue
    const refunds = (Array.isArray(devolucoes) ? devolucoes.slice(0, REFUNDS_TOLD_MAX) : [])
      .map(readRefund)
      .filter((refund) => refund !== null)
    const eventId = [endToEndId, ...refunds.map(({ id, status }) => `${id}-${status}`)].join(':')
    hints.set(eventId, { eventId, txid })
  }
  return [...hints.values()]
}

/** Banks write the same key in upper or lower case. */
export function isSameKey(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/**
 * Includes the alphanumeric CNPJ. The API requires a document of a debtor, and banks refuse the charge for
 * wrong check digits.
 */
function debtorOf(payer: ChargeOrder['payer']): object | null {
  const document = bareTaxId(payer?.document ?? '')
  const nome = cut(payer?.name ?? '', NAME_MAX)
  if (nome === '') return null
  if (isCpf(document)) return { cpf: document, nome }
  return isCnpj(document) ? { cnpj: document, nome } : null
}

export function readPayment(value: unknown): ReceivedPayment | null {
  const { endToEndId, txid, valor, componentesValor, horario, devolucoes = [] } = asFields(value) ?? {}
  const amountCents = centsOf(valor)
  const paidAt = typeof horario === 'string' ? parseTimestamp(horario) : null
  if (typeof endToEndId !== 'string' || !PAYMENT_ID.test(endToEndId) || typeof txid !== 'string') return null
  if (amountCents === null || paidAt === null) return null
  const lateCents = lateCentsOf(componentesValor)
  const returns = Array.isArray(devolucoes) ? devolucoes.map(readReturn) : [null]
  // If refunds cannot be read, the received amount is unknown.
  if (!returns.every((one) => one !== null)) return null
  return {
    id: endToEndId,
    txid,
    amountCents,
    paidAt,
    ...(lateCents !== null && { lateCents }),
    ...(returns.length > 0 && { returns }),
  }
}

/** Fine and interest among the parts of an amount; null if the bank names no parts. */
function lateCentsOf(value: unknown): bigint | null {
  const parts = asFields(value)
  if (parts === null || asFields(parts.original) === null) return null
  const [fine, interest] = [parts.multa, parts.juros].map((part) => centsOf(asFields(part)?.valor) ?? 0n)
  return (fine ?? 0n) + (interest ?? 0n)
}

/** Refunds requested by others have ids of their own. */
function readReturn(value: unknown): PaymentReturn | null {
  const { id, valor, status, horario, motivo } = asFields(value) ?? {}
  const amountCents = centsOf(valor)
  const known = REFUND_STATUS.get(status)
  if (typeof id !== 'string' || !RETURN_ID.test(id) || amountCents === null || known === undefined)
    return null
  const { liquidacao, solicitacao } = asFields(horario) ?? {}
  const at = [liquidacao, solicitacao].find((time) => typeof time === 'string')
  return {
    id,
    amountCents,
    status: known,
    at: at === undefined ? null : parseTimestamp(at),
    reason: typeof motivo === 'string' ? cut(motivo, DESCRIPTION_MAX) : null,
  }
}

function ourTxid(item: unknown, pixKey: string): string | null {
  const { txid, chave = pixKey } = asFields(item) ?? {}
  if (typeof txid !== 'string' || !TXID.test(txid)) return null
  return typeof chave === 'string' && isSameKey(chave, pixKey) ? txid : null
}

export function centsOf(value: unknown): bigint | null {
  const cents = typeof value === 'string' ? parseAmount(value) : null
  return cents === null || cents < 1n ? null : cents
}

/** By characters, so that none is cut in half. */
export function cut(text: string, lengthMax: number): string {
  const plain = text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return [...plain].slice(0, lengthMax).join('').trim()
}
