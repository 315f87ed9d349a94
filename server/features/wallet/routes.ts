// Binds the operations on the wallet and its recharges.
import type { WALLET_OPERATIONS } from '../../../contract/operations/wallet.ts'
import { pageOf } from '../../kernel/values/pages.ts'
import type { Bindings } from '../bindings.ts'
import { pendingCents } from '../bookings/booking-store.ts'
import type { World } from '../world.ts'
import { cancelRecharge } from './cancel-recharge.ts'
import { createRecharge } from './create-recharge.ts'
import { readRecharge, readRecharges } from './read-recharges.ts'
import { extentOf, readTransactions } from './read-transactions.ts'
import { transactionsCsv } from './transactions-csv.ts'
import { readWallet } from './wallet-store.ts'
import { balanceView } from './wallet-view.ts'

export function walletRoutes(world: World): Bindings<typeof WALLET_OPERATIONS> {
  return {
    'wallet.balance': async ({ owner }) => {
      const onlyReal = world.config.environment === 'production'
      const pending = await pendingCents(world.pool, owner, onlyReal && owner.mode === 'live')
      return balanceView(await readWallet(world.pool, owner), pending, onlyReal)
    },
    'wallet.transactions': ({ owner, query, caller }) =>
      readTransactions(world, owner, query, pageOf(query), caller.team.time_zone),
    'wallet.download': async ({ owner, query: { locale = 'en', ...filter }, caller }) => {
      const zone = caller.team.time_zone
      const extent = await extentOf(world.pool, owner, filter, zone)
      const name = locale === 'pt-BR' ? 'extrato.csv' : 'transactions.csv'
      return { name, content: transactionsCsv(world, owner, extent, { locale, zone }) }
    },
    'recharges.create': ({ scope, body }) => createRecharge(world, scope, body),
    'recharges.read': ({ owner, params }) => readRecharge(world, owner, params.id),
    'recharges.list': ({ owner, query, page }) => readRecharges(world, owner, query.status, page),
    'recharges.cancel': ({ scope, params }) => cancelRecharge(world, scope, params.id),
  }
}
