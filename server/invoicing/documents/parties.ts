// Who issues a document to whom, as it is written on it.
import type { ClientRow } from '../../clients/client-store.ts'
import type { Team } from '../../teams/team-store.ts'

/** Names as they stand on an issued invoice, whatever becomes of the team and the client. */
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
