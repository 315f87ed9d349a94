// Checks the tax ids of a client: a malformed one is refused; wrong check digits only cause a warning, as real papers
// have them.
import type { ErrorDetail } from '../../../contract/common.ts'
import { fail } from '../../kernel/values/fail.ts'
import {
  CNPJ_CHARACTERS,
  CPF_CHARACTERS,
  isCnpj,
  isCpf,
  looksLikeCnpj,
  looksLikeCpf,
} from '../../kernel/values/tax-ids.ts'

interface TaxIds {
  cpf?: string | null | undefined
  cnpj?: string | null | undefined
}

/** What to warn of. Fails where the form is wrong. */
export function checkTaxIds({ cpf, cnpj }: TaxIds): ErrorDetail[] {
  const refused: ErrorDetail[] = []
  const warnings: ErrorDetail[] = []
  if (typeof cpf === 'string') {
    if (!looksLikeCpf(cpf)) refused.push({ field: 'cpf', issue: `must have ${CPF_CHARACTERS} digits` })
    else if (!isCpf(cpf)) warnings.push({ field: 'cpf', issue: WRONG_CHECK_DIGITS })
  }
  if (typeof cnpj === 'string') {
    if (!looksLikeCnpj(cnpj)) {
      refused.push({ field: 'cnpj', issue: `must have ${CNPJ_CHARACTERS} digits or letters` })
    } else if (!isCnpj(cnpj)) warnings.push({ field: 'cnpj', issue: WRONG_CHECK_DIGITS })
  }
  if (refused.length > 0) fail('invalid_request_parameters', { details: refused })
  return warnings
}

const WRONG_CHECK_DIGITS = 'has wrong check digits; it was stored as sent'
