// What is wrong with a CPF or CNPJ while it is typed.
import { bareTaxId, CNPJ_CHARACTERS, CPF_CHARACTERS, isCnpj, isCpf } from '../../contract/tax-ids.ts'

export type TaxIdFault = 'cpfForm' | 'cpfDigits' | 'cnpjForm' | 'cnpjDigits'

/** Undefined where it is right, or empty. */
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

/** The same where either may stand: by its length. */
export function anyTaxIdFault(text: string | undefined): TaxIdFault | undefined {
  const bare = bareTaxId(text ?? '')
  return taxIdFault(text, bare.length > CPF_CHARACTERS || /[A-Z]/.test(bare) ? 'cnpj' : 'cpf')
}

/** Worth saying before all of it is there: only that all of it is wrong. */
export function isComplete(fault: TaxIdFault | undefined): boolean {
  return fault === 'cpfDigits' || fault === 'cnpjDigits'
}
