// The only maker of a client's public JSON.
import type { Client } from '../../contract/clients.ts'
import { isoTimestamp } from '../base/values/dates.ts'
import type { ClientRow } from './client-store.ts'

export function clientView(client: ClientRow): Client {
  const { created_at, updated_at, ...fields } = client
  return { ...fields, created_at: isoTimestamp(created_at), updated_at: isoTimestamp(updated_at) }
}
