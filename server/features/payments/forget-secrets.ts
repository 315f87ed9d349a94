// Takes the secrets of a bank away, so that it is never called again, and lets the audit log say so.
import type { Queryable } from '../../kernel/db/db.ts'
import { type Change, record } from '../../kernel/outbox/audit.ts'
import { forgetProviderSecrets, type ProviderRow } from './provider-store.ts'

export async function forgetSecrets(
  tx: Queryable & { outbox: { changes: Change[] } },
  { id, secrets }: ProviderRow,
): Promise<void> {
  await forgetProviderSecrets(tx, id)
  if (secrets === null) return
  const change = { topic: 'settings', object: 'payment_provider', objectId: id } as const
  record(tx, { ...change, before: { has_secrets: true }, after: { has_secrets: false } })
}
