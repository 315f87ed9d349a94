// Who an agency is, in the lines that stand below its name: by law, by address, and how it is reached.
import type { Address } from '../../../contract/team-profile.ts'
import { taxIdText } from '../../kernel/values/brazilian-texts.ts'

/** What was not said, or not known when a paper was issued, is left out. */
export interface AgencyFacts {
  readonly email: string
  readonly legal_name?: string | null
  readonly tax_id?: string | null
  readonly address?: Address | null
  readonly phone?: string | null
  readonly whatsapp?: string | null
  readonly website?: string | null
}

export function agencyLines(agency: AgencyFacts): string[] {
  const { email, legal_name, tax_id, address, phone, whatsapp, website } = agency
  return [
    joined([legal_name, tax_id && taxIdText(tax_id)]),
    address ? addressLine(address) : '',
    joined([email, website]),
    joined([phone && phoneText(phone), whatsapp && `WhatsApp ${phoneText(whatsapp)}`]),
  ].filter((line) => line !== '')
}

function addressLine({ street, number, complement, district, city, state, postal_code }: Address): string {
  const house = [street, number, complement].filter((part) => part !== null).join(', ')
  return joined([house, district, `${city}/${state}`, `CEP ${postal_code}`])
}

/** A Brazilian number as it is written there, with its country code; others as they are. */
function phoneText(number: string): string {
  return number.replace(/^\+55(\d{2})(\d{4,5})(\d{4})$/, '+55 $1 $2-$3')
}

function joined(parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part !== null && part !== undefined && part !== '').join(' · ')
}
