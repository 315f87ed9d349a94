// Operations on the wallet: the balance, the transactions behind it, and recharges.
import Type from 'typebox'
import { attachment, data, list } from '../answers.ts'
import { IdOf } from '../common.ts'
import { CsvQuery } from '../csv.ts'
import type { Operations } from '../operation.ts'
import {
  Recharge,
  RechargeInput,
  RechargesQuery,
  TransactionsFilter,
  TransactionsQuery,
  WalletBalance,
  WalletTransactions,
} from '../wallet.ts'

const tag = 'Wallet'
const params = Type.Object({ id: IdOf('recharge', 'rch') })
const recharge = { ...data(Recharge), testMessage: howToPay }

export const WALLET_OPERATIONS = {
  'wallet.balance': {
    method: 'GET',
    path: '/api/v1/wallet/balance',
    access: 'wallet.read',
    tag,
    summary: 'Read the balance',
    answer: data(WalletBalance),
  },
  'wallet.transactions': {
    method: 'GET',
    path: '/api/v1/wallet/transactions',
    access: 'wallet.read',
    tag,
    summary: 'List transactions',
    description: 'Newest first. `summary` and `pagination` are about all that fit the filter.',
    query: TransactionsQuery,
    answer: data(WalletTransactions),
  },
  'wallet.download': {
    method: 'GET',
    path: '/api/v1/wallet/transactions.csv',
    access: 'wallet.read',
    withoutHead: true,
    tag,
    summary: 'Download transactions',
    description: 'All that fit the filter, newest first, as CSV (UTF-8, comma, one line of names).',
    query: CsvQuery(TransactionsFilter),
    answer: attachment('text/csv'),
  },
  'recharges.create': {
    audit: 'money',
    method: 'POST',
    path: '/api/v1/wallet/recharge',
    access: 'wallet.recharge',
    tag,
    summary: 'Recharge the wallet',
    description:
      'By PIX (valid 30 minutes) or boleto (3 business days). The wallet is credited once it is paid.',
    body: RechargeInput,
    status: 201,
    answer: recharge,
    errors: [
      'invalid_payment_method',
      'minimum_amount_is_r_100_00',
      'maximum_amount_is_r_50000_00',
      'daily_limit_exceeded',
      'team_without_tax_id',
    ],
  },
  'recharges.read': {
    method: 'GET',
    path: '/api/v1/wallet/recharge/:id',
    access: 'wallet.read',
    tag,
    summary: 'Read a recharge',
    params,
    answer: recharge,
    errors: ['recharge_not_found'],
  },
  'recharges.list': {
    method: 'GET',
    path: '/api/v1/wallet/recharges',
    access: 'wallet.read',
    tag,
    summary: 'List recharges',
    description: 'Newest first.',
    query: RechargesQuery,
    answer: list(Recharge),
  },
  'recharges.cancel': {
    audit: 'money',
    method: 'DELETE',
    path: '/api/v1/wallet/recharge/:id',
    access: 'wallet.recharge',
    tag,
    summary: 'Cancel a pending recharge',
    description: 'A payment that is on its way all the same is credited, and the recharge becomes completed.',
    params,
    answer: data(Recharge),
    errors: ['recharge_not_found', 'recharge_not_pending'],
  },
} as const satisfies Operations

function howToPay({ id, status }: Recharge): string | undefined {
  if (status !== 'pending') return undefined
  return `Test mode: nobody can pay this for real. POST /api/v1/test/charges/${id}/pay pays it.`
}
