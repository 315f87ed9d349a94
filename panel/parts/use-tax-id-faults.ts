// Validates CPF and CNPJ fields once they are complete. Unchanged stored values are not rejected.
import { isComplete, type TaxIdFault, taxIdFault } from '../logic/tax-id-faults.ts'
import { fieldWords } from '../words/fields.ts'
import { useWords } from '../words/language.tsx'

interface TaxIds {
  readonly cpf?: string | undefined
  readonly cnpj?: string | undefined
}

export function useTaxIdFaults(typed: TaxIds, before: TaxIds) {
  const words = useWords(fieldWords)
  const textOf = (fault: TaxIdFault | undefined) => (fault === undefined ? undefined : words[fault])
  return {
    /** While typing. */
    live: (kind: keyof TaxIds) => {
      const fault = taxIdFault(typed[kind], kind)
      return isComplete(fault) ? textOf(fault) : undefined
    },
    /** Before sending. */
    check: (kind: keyof TaxIds) => (text: string | undefined) =>
      text === before[kind] || (textOf(taxIdFault(text, kind)) ?? true),
  }
}
