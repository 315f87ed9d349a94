// Whoever changes by whom a team is paid, the team hears of it by mail.
import { schedule } from '../../kernel/jobs/schedule.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { type ProviderNotice, providerMail } from './work.ts'

export function tellTeam(tx: Tx, providerId: string, notice: ProviderNotice): void {
  const payload = { providerId, notice }
  schedule(tx, providerMail, { at: tx.now, key: `${providerId} ${notice}`, payload })
}
