// The issuer and the client of a document, as they are printed on it.
import type { ClientRow } from '../../clients/client-store.ts'
import type { Team } from '../../teams/team-store.ts'

/** Names are copied when an invoice is issued, and stay even if the team or the client is renamed. */
export interface StoredParties {
  issuer: { name: string; email: string }
  client: { name: string; document: string | null; email: string }
}

export function partiesOf({ name, email }: Team, client: ClientRow): StoredParties {
  return {
    issuer: { name, email },
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
