// The SQL on the operator's own banks, which belong to no team.
import { type Queryable, rows, statement } from '../../kernel/db/db.ts'
import { type ProviderRow, selectProviders } from './provider-store.ts'

const all = () => selectProviders().where('purpose', '=', 'wallet').orderBy('id', 'desc')

/** The connected ones, the newest first: that is where charges go. */
export async function listWalletBanks(db: Queryable): Promise<ProviderRow[]> {
  return rows(db, all().where('disconnected_at', 'is', null))
}

/** All that may still be asked, also those that were disconnected. */
export async function walletBanksToAsk(db: Queryable): Promise<ProviderRow[]> {
  return rows(db, all().where('secrets', 'is not', null))
}

/** Whoever they belong to: every real bank that a service on this database would call. */
export async function providersWithSecrets(db: Queryable): Promise<ProviderRow[]> {
  return rows(db, selectProviders().where('secrets', 'is not', null).orderBy('id'))
}

const end = statement(`
  update payment_providers set disconnected_at = $2 where id = $1 and purpose = 'wallet' and disconnected_at is null`)

export async function disconnectBank(db: Queryable, id: string, at: Date): Promise<void> {
  await end(db, id, at)
}
