// What invoices, quotes and credit notes show alike: their number, and the parties as printed.
import type { ClientRow } from '../clients/store.ts'
import { type Issuer, issuerOf } from '../teams/brand.ts'
import type { Team } from '../teams/store.ts'

export const LINK_BYTES = 20

const SEQUENCE_DIGITS = 6

/** `2026-000123`; null for a draft. */
export function numberText({
  number_year,
  number_sequence,
}: Readonly<Record<'number_year' | 'number_sequence', number | null>>): string | null {
  if (number_sequence === null) return null
  return `${number_year}-${String(number_sequence).padStart(SEQUENCE_DIGITS, '0')}`
}

/** Issuer and client as printed. Copied at the issue, so that a renamed team or client does not change the document. */
export interface StoredParties {
  issuer: Issuer
  client: { name: string; document: string | null; email: string }
}

export function partiesOf(team: Team, client: ClientRow): StoredParties {
  return {
    issuer: issuerOf(team),
    client: {
      name: client.full_name,
      document: taxIdOf(client),
      email: client.email,
    },
  }
}

/** CNPJ of a company, CPF of a person; the other one if that is missing. */
export function taxIdOf({
  client_type,
  cnpj,
  cpf,
}: Pick<ClientRow, 'client_type' | 'cpf' | 'cnpj'>): string | null {
  return client_type === 'company' ? (cnpj ?? cpf) : (cpf ?? cnpj)
}
