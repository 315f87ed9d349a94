// The data of a boleto for its payer and its formatting, shared by page and PDF.

import { taxIdText } from '../../../contract/tax-ids.ts'
import { formatDigitableLine } from '../../kernel/values/boleto.ts'
import { brazilianDate } from '../../kernel/values/dates.ts'
import { formatBrl } from '../../kernel/values/money.ts'

export type BoletoStatus = 'pending' | 'paid' | 'expired' | 'cancelled' | 'failed'

export interface BoletoParty {
  name: string
  /** CPF or CNPJ, with or without punctuation. */
  document: string | null
}

export interface BoletoView {
  bank: { code: string; name: string }
  beneficiary: BoletoParty
  payer: BoletoParty
  amountCents: bigint
  documentNumber: string
  ourNumber: string
  issuedOn: Temporal.PlainDate
  dueOn: Temporal.PlainDate
  /** The last day of payment. */
  lastDay: Temporal.PlainDate
  /** 44 digits. */
  barcode: string
  /** 47 digits. */
  digitableLine: string
  instructions: string[]
  status: BoletoStatus
  /** Created by the sandbox: it looks real, but cannot be paid. */
  simulated: boolean
  pdfUrl: string
}

export interface BoletoWords {
  title: string
  text: string
  /** Across the printed form; empty if not needed. */
  stamp: string
}

export const STATUS_WORDS: Readonly<Record<BoletoStatus, BoletoWords>> = {
  pending: { title: 'Boleto a pagar', text: '', stamp: '' },
  paid: {
    title: 'Boleto pago',
    text: 'O pagamento foi recebido. Não é preciso fazer mais nada.',
    stamp: 'PAGO',
  },
  expired: {
    title: 'Boleto vencido',
    text: 'O prazo terminou e este boleto não pode mais ser pago.',
    stamp: 'VENCIDO',
  },
  cancelled: {
    title: 'Boleto cancelado',
    text: 'Este boleto foi cancelado e não deve ser pago.',
    stamp: 'CANCELADO',
  },
  failed: {
    title: 'Boleto sem validade',
    text: 'Este boleto não é válido e não deve ser pago.',
    stamp: 'SEM VALIDADE',
  },
}

export const SIMULATION_WORDS: BoletoWords = {
  title: 'Simulação',
  text: 'Este boleto foi feito em um ambiente de teste. Não pague.',
  stamp: 'SIMULAÇÃO',
}

export interface BoletoTexts {
  amount: string
  issuedOn: string
  dueOn: string
  /** Null if it is the due date. */
  lastDay: string | null
  digitableLine: string
  bank: string
  beneficiaryDocument: string | null
  payerDocument: string | null
}

export function boletoTexts(view: BoletoView): BoletoTexts {
  return {
    amount: formatBrl(view.amountCents),
    issuedOn: brazilianDate(view.issuedOn),
    dueOn: brazilianDate(view.dueOn),
    lastDay: view.lastDay.equals(view.dueOn) ? null : brazilianDate(view.lastDay),
    digitableLine: formatDigitableLine(view.digitableLine),
    bank: bankWithDigit(view.bank.code),
    beneficiaryDocument: documentText(view.beneficiary.document),
    payerDocument: documentText(view.payer.document),
  }
}

/** Only an open boleto shows how to pay it: a code on a paid one invites a second payment. */
export function isPayable(view: BoletoView): boolean {
  return view.status === 'pending'
}

function documentText(document: string | null): string | null {
  return document === null || document.trim() === '' ? null : taxIdText(document)
}

/** `001-9`: modulo 11 with the weights 2, 3, 4 from the right. Ten is written 0, by one bank X. */
function bankWithDigit(code: string): string {
  if (!/^\d{3}$/.test(code)) return code
  const sum = [...code].reduce((total, digit, index) => total + Number(digit) * (4 - index), 0)
  const digit = 11 - (sum % 11)
  const ten = code === '748' ? 'X' : '0'
  return `${code}-${digit === 10 ? ten : digit % 11}`
}
