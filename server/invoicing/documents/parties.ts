// The issuer and the client of a document, as they are printed on it.
import type { ClientRow } from '../../clients/client-store.ts'
import type { Team } from '../../teams/team-store.ts'

/** Names are copied when an invoice is issued, and stay even if the team or the client is renamed. */
export interface StoredParties {
  issuer: { name: string; email: string }
  client: { name: string; document: string | null; email: string }
}

export function partiesOf({ name, email }: Team, client: ClientRow): StoredParties {
  const { client_type, cnpj, cpf } = client
  return {
    issuer: { name, email },
    client: {
      name: client.full_name,
      document: client_type === 'company' ? (cnpj ?? cpf) : (cpf ?? cnpj),
      email: client.email,
    },
  }
}
