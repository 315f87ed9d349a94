// Who issues a document to whom, as it is written on it.
import type { StoredParties } from '../../base/database/invoicing-tables.ts'
import type { ClientRow } from '../../clients/client-store.ts'
import type { Team } from '../../teams/team-store.ts'

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
