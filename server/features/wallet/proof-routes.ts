// Binds the operations by which outsiders check a wallet.
import type { WALLET_PROOF_OPERATIONS } from '../../../contract/operations/wallet-proof.ts'
import type { Bindings } from '../bindings.ts'
import { reconcileAccounts } from '../bookings/reconcile-accounts.ts'
import { scopeOf, type World } from '../world.ts'
import { mailProof } from './mail-proof.ts'
import { readProof, statementLines } from './read-proof.ts'

export function walletProofRoutes(world: World): Bindings<typeof WALLET_PROOF_OPERATIONS> {
  const { pool } = world
  return {
    'wallet.proof': async ({ owner }) => readProof(pool, owner, (await scopeOf(world, owner)).clock.now()),
    'wallet.statement': ({ owner }) => ({ name: 'statement.txt', content: statementLines(pool, owner) }),
    'wallet.mailProof': ({ scope, body }) => mailProof(world, scope, body.daily_mail),
    'wallet.reconciliation': async ({ owner }) =>
      reconcileAccounts(pool, owner, (await scopeOf(world, owner)).clock.now()),
  }
}
