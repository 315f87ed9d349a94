// The links of payers, which cannot be guessed and need no key, and the Pix code or boleto behind them.
import { PAY_PATH } from '../../../contract/links.ts'
import type { ChargeStatus } from '../../../contract/payment-methods.ts'
import { SIMULATED } from '../../../contract/payment-providers.ts'
import { BOLETO_BANK } from '../../adapters/banks/simulated/simulated-bank.ts'
import { digitableLine } from '../../kernel/values/boleto.ts'
import { BANK_ZONE, brazilianDate, dateIn } from '../../kernel/values/dates.ts'
import { lateTermsOf } from '../../kernel/values/late-charges.ts'
import { formatBrl } from '../../kernel/values/money.ts'
import type { BoletoStatus, BoletoView } from '../../render/boleto/boleto-view.ts'
import { lateWords } from '../../render/words/late-words.ts'
import type { World } from '../world.ts'
import { type ChargeRow, findChargeByLink } from './charge-store.ts'
import { isPayable } from './states.ts'

export function pageUrl(world: World, { link_token }: Pick<ChargeRow, 'link_token'>): string {
  return `${world.address.url}${PAY_PATH}/${link_token}`
}

export function qrCodeUrl(world: World, charge: Pick<ChargeRow, 'link_token'>): string {
  return `${pageUrl(world, charge)}/qrcode.svg`
}

/** The page that takes the card: the bank's own, or a test page of ours. Null for other charges. */
export function cardPageUrl(
  world: World,
  charge: Pick<ChargeRow, 'link_token' | 'method' | 'provider' | 'instructions'>,
): string | null {
  if (charge.method === 'card' && charge.provider === SIMULATED) return `${pageUrl(world, charge)}/card`
  return charge.instructions?.page_url ?? null
}

/** A real bank has a PDF of its own, with details that ours lacks. */
export function boletoPdfUrl(world: World, charge: Pick<ChargeRow, 'link_token' | 'instructions'>): string {
  return charge.instructions?.slip_url ?? `${pageUrl(world, charge)}/boleto.pdf`
}

/** The code to pay by Pix; null if the charge has none, or can no longer be paid. */
export async function pixCodeBehind(world: World, token: string): Promise<string | null> {
  const charge = await findChargeByLink(world.pool, token)
  return charge !== undefined && isPayable(charge) ? (charge.instructions?.code ?? null) : null
}

/** The boleto, even if it can no longer be paid, as its page shows. `numberOf` finds the number of its invoice. */
export async function boletoBehind(
  world: World,
  token: string,
  numberOf: (world: World, charge: ChargeRow) => Promise<string | null>,
): Promise<{ boleto: BoletoView; charge: ChargeRow } | null> {
  const charge = await findChargeByLink(world.pool, token)
  const barcode = charge?.instructions?.barcode
  if (charge === undefined || barcode === undefined) return null
  const number = await numberOf(world, charge)
  return { boleto: boletoViewOf(world, charge, barcode, number), charge }
}

const BOLETO_STATUSES: Readonly<Record<ChargeStatus, BoletoStatus>> = {
  requested: 'failed',
  open: 'pending',
  authorised: 'pending',
  paid: 'paid',
  settled: 'paid',
  refunded: 'paid',
  disputed: 'paid',
  lost: 'paid',
  withdrawn: 'cancelled',
  expired: 'expired',
  abandoned: 'failed',
}

const OUR_NUMBER_DIGITS = 10

function boletoViewOf(world: World, charge: ChargeRow, barcode: string, number: string | null): BoletoView {
  const { reference_id, due_date } = charge
  const lastDay = dateIn(charge.expires_at, BANK_ZONE)
  const dueOn = due_date === null ? lastDay : Temporal.PlainDate.from(due_date)
  return {
    bank: bankOfCode(barcode.slice(0, 3)),
    beneficiary: { name: charge.receiver_name, document: null },
    payer: { name: charge.payer_name, document: charge.payer_document },
    amountCents: charge.amount_cents,
    documentNumber: number ?? reference_id.slice(-12).toUpperCase(),
    ourNumber: charge.instructions?.our_number ?? barcode.slice(-OUR_NUMBER_DIGITS),
    issuedOn: dateIn(charge.created_at, BANK_ZONE),
    dueOn,
    lastDay,
    barcode,
    digitableLine: digitableLine(barcode),
    instructions: instructionsOf({ ...charge, reference_id: number ?? reference_id }, dueOn, lastDay),
    status: BOLETO_STATUSES[charge.status],
    simulated: charge.simulated,
    pdfUrl: boletoPdfUrl(world, charge),
  }
}

function bankOfCode(code: string): BoletoView['bank'] {
  return code === BOLETO_BANK.code ? BOLETO_BANK : { code, name: bankName(code) }
}

/** By the first three digits of the barcode, from the list of participants that Banco Central publishes. */
const BANK_NAMES: Readonly<Record<string, string>> = {
  '001': 'Banco do Brasil',
  '033': 'Santander',
  '077': 'Banco Inter',
  '104': 'Caixa Econômica Federal',
  '237': 'Bradesco',
  '260': 'Nu Pagamentos',
  '274': 'BMP Money Plus',
  '301': 'Dock',
  '323': 'Mercado Pago',
  '336': 'Banco C6',
  '341': 'Itaú Unibanco',
  '364': 'Efí',
  '422': 'Banco Safra',
  '461': 'Asaas',
  '748': 'Sicredi',
  '756': 'Sicoob',
}

function bankName(code: string): string {
  return BANK_NAMES[code] ?? `Banco ${code}`
}

const SUBJECTS: Readonly<Record<ChargeRow['purpose'], string>> = { recharge: 'Recarga', invoice: 'Fatura' }

function discountLine({ discount_cents, discount_until }: ChargeRow): string[] {
  if (discount_until === null) return []
  const day = brazilianDate(Temporal.PlainDate.from(discount_until))
  return [`Desconto de ${formatBrl(discount_cents)} para pagamento até ${day}.`]
}

function instructionsOf(charge: ChargeRow, dueOn: Temporal.PlainDate, lastDay: Temporal.PlainDate): string[] {
  const { purpose, reference_id, late_cents: lateCents } = charge
  const late = lateWords(lateTermsOf(charge))
  return [
    `${SUBJECTS[purpose]} ${reference_id}`,
    ...(lateCents > 0n ? [`O valor inclui ${formatBrl(lateCents)} de multa e juros de mora.`] : []),
    ...(late === null ? [] : [late]),
    ...discountLine(charge),
    lastDay.equals(dueOn) ? 'Não receber após o vencimento.' : `Não receber após ${brazilianDate(lastDay)}.`,
  ]
}
