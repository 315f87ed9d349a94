// What is kept of a bank's answer that made a charge: how it is paid, and what the bank itself calls it.
import type { Instructions } from '../outside/banks/port.ts'
import type { ChargeRow } from './charge-store.ts'

type InstructionColumns = Pick<
  ChargeRow,
  'pix_copy_paste' | 'boleto_barcode' | 'boleto_our_number' | 'boleto_slip_url' | 'bank_reference'
>

export function instructionColumns(instructions: Instructions | undefined): InstructionColumns {
  const boleto = instructions?.method === 'boleto' ? instructions : null
  return {
    pix_copy_paste: instructions?.method === 'pix' ? instructions.copyPaste : null,
    boleto_barcode: boleto?.barcode ?? null,
    boleto_our_number: boleto?.ourNumber ?? null,
    boleto_slip_url: boleto?.slipUrl ?? null,
    bank_reference: instructions?.bankReference ?? null,
  }
}
