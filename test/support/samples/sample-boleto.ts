// A sample boleto.

import { boletoBarcode, digitableLine } from '../../../server/kernel/values/boleto.ts'
import type { BoletoView } from '../../../server/render/boleto/boleto-view.ts'

const ISSUED_ON = Temporal.PlainDate.from('2026-11-13')
const DUE_ON = Temporal.PlainDate.from('2026-11-18')

export function sampleBoleto(changed: Partial<BoletoView> = {}): BoletoView {
  const amountCents = changed.amountCents ?? 123_450n
  const freeField = '1091234567890123451234567'
  const barcode = boletoBarcode({ bank: '341', dueDate: DUE_ON, amountCents, freeField })
  return {
    bank: { code: '341', name: 'Itaú' },
    beneficiary: { name: 'Viagens São João Ltda.', document: '12345678000195' },
    payer: { name: 'Agência Estrela', document: '529.982.247-25' },
    amountCents,
    documentNumber: '2026-000123',
    ourNumber: '109/12345678-9',
    issuedOn: ISSUED_ON,
    dueOn: DUE_ON,
    lastDay: DUE_ON,
    barcode,
    digitableLine: digitableLine(barcode),
    instructions: ['Recarga da carteira', 'Não receber após o vencimento.'],
    status: 'pending',
    simulated: false,
    pdfUrl: 'https://pay.example/boleto.pdf?a=1&b=2',
    ...changed,
  }
}

/** With the same text in every field. */
export function boletoFilledWith(words: string, instructions = 1): BoletoView {
  return sampleBoleto({
    bank: { code: '341', name: words },
    beneficiary: { name: words, document: words },
    payer: { name: words, document: words },
    documentNumber: words,
    ourNumber: words,
    instructions: Array.from({ length: instructions }, () => words),
  })
}
