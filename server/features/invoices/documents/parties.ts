// The issuer and the client of a document, as they are printed on it.
import type { ClientRow } from '../../clients/client-store.ts'
import { type Issuer, issuerOf } from '../../teams/letterhead.ts'
import type { Team } from '../../teams/team-store.ts'

/** Copied when an invoice is issued, to stay even if the team or the client is renamed. Older ones have names alone. */
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

/** CNPJ of a company, CPF of a person; the other one where that is missing. */
export function taxIdOf({
  client_type,
  cnpj,
  cpf,
}: Pick<ClientRow, 'client_type' | 'cpf' | 'cnpj'>): string | null {
  return client_type === 'company' ? (cnpj ?? cpf) : (cpf ?? cnpj)
}
