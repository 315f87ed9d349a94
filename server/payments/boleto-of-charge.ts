// A charge as a boleto: what its page and its PDF are made from.
import { dateIn } from '../base/values/dates.ts'
import { BOLETO_BANK } from '../outside/banks/simulated/simulated-bank.ts'
import type { BoletoStatus, BoletoView } from '../paper/boleto/boleto-view.ts'
import { bankName } from '../rules/bank-names.ts'
import { digitableLine } from '../rules/boleto.ts'
import { BANK_ZONE } from '../rules/business-days.ts'
import type { World } from '../world.ts'
import { boletoPdfUrl } from './charge-links.ts'
import type { ChargeRow } from './charge-store.ts'

const OUR_NUMBER_DIGITS = 10

export function boletoOf(
  world: World,
  charge: ChargeRow & { boleto_barcode: string },
  status: BoletoStatus,
): BoletoView {
  const { boleto_barcode: barcode, reference_id } = charge
  return {
    bank: bankOfCode(barcode.slice(0, 3)),
    beneficiary: { name: charge.receiver_name, document: null },
    payer: { name: charge.payer_name, document: charge.payer_document },
    amountCents: charge.amount_cents,
    documentNumber: reference_id.slice(-12).toUpperCase(),
    ourNumber: charge.boleto_our_number ?? barcode.slice(-OUR_NUMBER_DIGITS),
    issuedOn: dateIn(charge.created_at, BANK_ZONE),
    dueOn: dateIn(charge.expires_at, BANK_ZONE),
    barcode,
    digitableLine: digitableLine(barcode),
    instructions: [`Recarga ${reference_id}`, 'Não receber após o vencimento.'],
    status,
    simulated: charge.simulated,
    pdfUrl: boletoPdfUrl(world, charge),
  }
}

function bankOfCode(code: string): BoletoView['bank'] {
  return code === BOLETO_BANK.code ? BOLETO_BANK : { code, name: bankName(code) }
}
