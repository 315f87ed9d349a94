// How a charge at Asaas is paid: the code of a PIX, or the numbers of a boleto, each checked by the rules of its kind
// before a payer sees it.

import { digitableLine, dueFactor, readBarcode } from '../../../kernel/values/boleto.ts'
import { isBrCode } from '../../../kernel/values/read-br-code.ts'
import type { ChargeOrder, Instructions, Outcome, Rejected } from '../port.ts'
import type { AsaasPayment } from './asaas-json.ts'
import type { AsaasLine } from './asaas-line.ts'

const OUR_NUMBER = /^[\d/-]{1,30}$/

export async function instructionsOf(
  line: AsaasLine,
  { method }: Pick<ChargeOrder, 'method'>,
  payment: AsaasPayment,
): Promise<Outcome<Instructions>> {
  return method === 'pix' ? pixOf(line, payment) : boletoOf(line, payment)
}

async function pixOf(line: AsaasLine, { id }: AsaasPayment): Promise<Outcome<Instructions>> {
  const reply = await line.get(`/payments/${id}/pixQrCode`)
  if (reply.outcome !== 'confirmed') return reply
  const { payload } = reply.value
  if (typeof payload !== 'string' || !isBrCode(payload))
    return rejected('the bank sent a code that nobody can pay with')
  return { outcome: 'confirmed', value: { method: 'pix', copyPaste: payload, bankReference: id } }
}

async function boletoOf(line: AsaasLine, payment: AsaasPayment): Promise<Outcome<Instructions>> {
  const reply = await line.get(`/payments/${payment.id}/identificationField`)
  if (reply.outcome !== 'confirmed') return reply
  const { identificationField, barCode: barcode, nossoNumero } = reply.value
  if (typeof barcode !== 'string' || !isBarcodeOf(barcode, payment))
    return rejected('the bank sent a barcode that does not fit the boleto')
  const typed = digitableLine(barcode)
  if (`${identificationField}`.replace(/\D/g, '') !== typed)
    return rejected('the bank sent a line that does not fit its barcode')
  const { id: bankReference, slipUrl } = payment
  const ourNumber = `${nossoNumero}`
  return {
    outcome: 'confirmed',
    value: {
      method: 'boleto',
      barcode,
      digitableLine: typed,
      bankReference,
      ...(OUR_NUMBER.test(ourNumber) && { ourNumber }),
      ...(slipUrl !== null && { slipUrl }),
    },
  }
}

/** Its check digit is right, and it says the amount and the due date of the charge. */
function isBarcodeOf(barcode: string, { amountCents, dueDate }: AsaasPayment): boolean {
  const read = readBarcode(barcode)
  const isDue = read !== null && dueDate !== null && read.dueFactor === dueFactor(dueDate)
  return isDue && read.amountCents === amountCents
}

function rejected(reason: string): Rejected {
  return { outcome: 'rejected', reason }
}
