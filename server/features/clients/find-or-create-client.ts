// The client of a booking's lead passenger: found by name and e-mail, or made.
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { matchKey } from './client-keys.ts'
import { type ClientRow, findMatch, waitForMatch } from './client-store.ts'
import { storeClient } from './create-client.ts'

export interface Person {
  fullName: string
  email: string
  phone: string | null
}

/** Two transactions that look for the same new client make one: the second waits for the first, then finds its. */
export async function findOrCreateClient(tx: Tx, { fullName, email, phone }: Person): Promise<ClientRow> {
  const key = matchKey(fullName, email)
  const known = await findMatch(tx, key)
  if (known !== undefined) return known
  await waitForMatch(tx, key)
  const input = { client_type: 'individual' as const, full_name: fullName, email, phone }
  return (await findMatch(tx, key)) ?? storeClient(tx, input)
}
