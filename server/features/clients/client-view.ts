// The only maker of a client's public JSON.
import type { Client } from '../../../contract/clients.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import type { ClientRow } from './client-store.ts'

/** The client of something, as it is shown with it. */
export function clientFields(client: ClientRow): { client_id: string; client: Client } {
  return { client_id: client.id, client: clientView(client) }
}

export function clientView(client: ClientRow): Client {
  const { created_at, updated_at, ...fields } = client
  return { ...fields, created_at: isoTimestamp(created_at), updated_at: isoTimestamp(updated_at) }
}
