// A charge as a boleto: what its page and its PDF are made from.
import { dateIn } from '../base/values/dates.ts'
import { BOLETO_BANK } from '../outside/banks/simulated/simulated-bank.ts'
import type { BoletoStatus, BoletoView } from '../paper/boleto/boleto-view.ts'
import { digitableLine } from '../rules/boleto.ts'
import { BANK_ZONE } from '../rules/business-days.ts'
import type { World } from '../world.ts'
import { boletoPdfUrl } from './charge-links.ts'
import type { ChargeRow } from './charge-store.ts'

const OUR_NUMBER_DIGITS = 10

/** Only the simulated bank makes boletos so far. */
export function boletoOf(
  world: World,
  charge: ChargeRow & { boleto_barcode: string },
  status: BoletoStatus,
): BoletoView {
  const { boleto_barcode: barcode, reference_id } = charge
  return {
    bank: BOLETO_BANK,
    beneficiary: { name: charge.receiver_name, document: null },
    payer: { name: charge.payer_name, document: null },
    amountCents: charge.amount_cents,
    documentNumber: reference_id.slice(-12).toUpperCase(),
    ourNumber: barcode.slice(-OUR_NUMBER_DIGITS),
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
