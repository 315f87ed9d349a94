// The only maker of a client's public JSON.
import type { Client } from '../../contract/clients.ts'
import { isoTimestamp } from '../base/values/dates.ts'
import type { ClientRow } from './client-store.ts'

export function clientView(client: ClientRow): Client {
  return {
    id: client.id,
    client_type: client.client_type,
    full_name: client.full_name,
    email: client.email,
    phone: client.phone,
    cpf: client.cpf,
    cnpj: client.cnpj,
    company_name: client.company_name,
    notes: client.notes,
    is_active: client.is_active,
    created_at: isoTimestamp(client.created_at),
    updated_at: isoTimestamp(client.updated_at),
  }
}
