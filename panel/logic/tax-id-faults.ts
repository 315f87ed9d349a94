// Validates a CPF or CNPJ while the user types.
import { bareTaxId, CNPJ_CHARACTERS, CPF_CHARACTERS, isCnpj, isCpf } from '../../contract/tax-ids.ts'

export type TaxIdFault = 'cpfForm' | 'cpfDigits' | 'cnpjForm' | 'cnpjDigits'

/** Undefined if valid or empty. */
export function taxIdFault(text: string | undefined, kind: 'cpf' | 'cnpj'): TaxIdFault | undefined {
  const bare = bareTaxId(text ?? '')
  if (bare === '') return undefined
  if (kind === 'cpf') {
    if (bare.length !== CPF_CHARACTERS) return 'cpfForm'
    return isCpf(bare) ? undefined : 'cpfDigits'
  }
  if (bare.length !== CNPJ_CHARACTERS) return 'cnpjForm'
  return isCnpj(bare) ? undefined : 'cnpjDigits'
}

/** Chooses CPF or CNPJ by the length. */
export function anyTaxIdFault(text: string | undefined): TaxIdFault | undefined {
  const bare = bareTaxId(text ?? '')
  return taxIdFault(text, bare.length > CPF_CHARACTERS || /[A-Z]/.test(bare) ? 'cnpj' : 'cpf')
}

/** Whether the number is complete but wrong, so that the error can be shown while typing. */
export function isComplete(fault: TaxIdFault | undefined): boolean {
  return fault === 'cpfDigits' || fault === 'cnpjDigits'
}
