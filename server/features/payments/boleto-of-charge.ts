// A charge as a boleto: what its page and its PDF are made from.

import { BOLETO_BANK } from '../../adapters/banks/simulated/simulated-bank.ts'
import { digitableLine } from '../../kernel/values/boleto.ts'
import { brazilianDate } from '../../kernel/values/brazilian-texts.ts'
import { BANK_ZONE } from '../../kernel/values/business-days.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { lateTermsOf } from '../../kernel/values/late-charges.ts'
import { formatBrl } from '../../kernel/values/money.ts'
import type { BoletoStatus, BoletoView } from '../../render/boleto/boleto-view.ts'
import { lateWords } from '../../render/words/late-words.ts'
import type { World } from '../world.ts'
import { bankName } from './bank-names.ts'
import { boletoPdfUrl } from './charge-links.ts'
import type { ChargeRow } from './charge-store.ts'

const OUR_NUMBER_DIGITS = 10

export function boletoOf(
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
