// Operations by which outsiders can check a wallet: the statement, the head of its chain, and its accounts.
import { attachment, data } from '../answers.ts'
import type { Operations } from '../operation.ts'
import { ProofMailInput, WalletProof, WalletReconciliation } from '../wallet-proof.ts'

const tag = 'Wallet'

export const WALLET_PROOF_OPERATIONS = {
  'wallet.proof': {
    method: 'GET',
    path: '/api/v1/wallet/proof',
    access: 'wallet.read',
    tag,
    summary: 'Read the head of the ledger',
    description:
      'Lines are chained by SHA-256. Whoever keeps a head can tell later that no line before it was changed.',
    answer: data(WalletProof),
  },
  'wallet.statement': {
    method: 'GET',
    path: '/api/v1/wallet/statement',
    access: 'wallet.read',
    withoutHead: true,
    tag,
    summary: 'Download the ledger',
    description: 'All lines, oldest first, in the text that is hashed. `sdk/verify-statement.mjs` checks it.',
    answer: attachment('text/plain'),
  },
  'wallet.mailProof': {
    method: 'PUT',
    path: '/api/v1/wallet/proof/mail',
    access: 'wallet.recharge',
    audit: 'settings',
    tag,
    summary: 'Have the head mailed every day',
    body: ProofMailInput,
    answer: data(WalletProof),
  },
  'wallet.reconciliation': {
    method: 'GET',
    path: '/api/v1/wallet/reconciliation',
    access: 'wallet.read',
    tag,
    summary: 'Hold the accounts against payments and orders',
    description:
      'The sums of the lines by the account on their other side, beside what payments taken in and orders at ' +
      'carriers add up to.',
    answer: data(WalletReconciliation),
  },
} as const satisfies Operations
