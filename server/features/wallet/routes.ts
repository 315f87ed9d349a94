// Binds the operations on the wallet, its recharges and its proof. `features/bookings/routes.ts` binds those that
// compare the wallet with bookings.
import type { WALLET_OPERATIONS, WALLET_PROOF_OPERATIONS } from '../../../contract/wallet.ts'
import { timesOf } from '../../kernel/values/dates.ts'
import { cursorsOf, filtersIn, pageOf } from '../../kernel/values/pages.ts'
import type { Bindings } from '../bindings.ts'
import { scopeOf, type World } from '../world.ts'
import { mailProof, readProof, statementLines } from './ledger-proof.ts'
import { cancelRecharge, createRecharge, readRecharge, readRecharges } from './recharges.ts'
import { extentOf, readTransactions, transactionsCsv } from './transactions.ts'

type OwnOperations = Omit<typeof WALLET_OPERATIONS, 'wallet.balance'>
type OwnProofs = Omit<typeof WALLET_PROOF_OPERATIONS, 'wallet.reconciliation'>

export function walletRoutes(world: World): Bindings<OwnOperations> {
  return {
    'wallet.transactions': ({ owner, query, caller, language }) => {
      const cursors = cursorsOf(world.secretBox, 'wallet.transactions', owner, filtersIn(query))
      const page = pageOf(query, cursors)
      return readTransactions(world, owner, query, { page, cursors, zone: caller.team.time_zone, language })
    },
    'wallet.download': async ({ owner, query: { locale = 'en', ...filter }, caller }) => {
      const zone = caller.team.time_zone
      const extent = await extentOf(world.pool, owner, filter, zone)
      const name = locale === 'pt-BR' ? 'extrato.csv' : 'transactions.csv'
      return { name, content: transactionsCsv(world, owner, extent, { locale, zone }) }
    },
    'recharges.create': ({ scope, body }) => createRecharge(world, scope, body),
    'recharges.read': ({ owner, params }) => readRecharge(world, owner, params.id),
    'recharges.list': ({ owner, query, page, caller }) =>
      readRecharges(world, owner, { query, page, times: timesOf(query, caller.team.time_zone) }),
    'recharges.cancel': ({ scope, params }) => cancelRecharge(world, scope, params.id),
  }
}

export function walletProofRoutes(world: World): Bindings<OwnProofs> {
  const { pool } = world
  return {
    'wallet.proof': async ({ owner }) => readProof(pool, owner, (await scopeOf(world, owner)).clock.now()),
    'wallet.statement': ({ owner }) => ({ name: 'statement.txt', content: statementLines(pool, owner) }),
    'wallet.mailProof': ({ scope, body }) => mailProof(world, scope, body.daily_mail),
  }
}
