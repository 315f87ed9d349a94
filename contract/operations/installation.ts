// Operations of operators, who run the installation and are no part of its teams by that.
import Type from 'typebox'
import { data, list } from '../answers.ts'
import { PageQuery } from '../common.ts'
import {
  HeldPaymentOfTeam,
  HeldPaymentsQuery,
  InstallationFinding,
  InstallationTeam,
  Revived,
  WorkPiece,
  WorkQuery,
} from '../installation.ts'
import type { Operations } from '../operation.ts'

const common = { access: 'operator', tag: 'Installation' } as const

const decide = <const Decision extends string>(decision: Decision, summary: string, description: string) =>
  ({
    ...common,
    method: 'POST',
    path: `/api/v1/installation/held-payments/:id/${decision}`,
    summary,
    description,
    params: Type.Object({ id: Type.String({ description: 'Id of the held payment (hpm_)' }) }),
    answer: data(HeldPaymentOfTeam),
    errors: ['held_payment_not_found', 'held_payment_already_decided'],
  }) as const

export const INSTALLATION_OPERATIONS = {
  'installation.teams': {
    ...common,
    method: 'GET',
    path: '/api/v1/installation/teams',
    summary: 'List the teams',
    description: 'Oldest first.',
    query: PageQuery,
    answer: list(InstallationTeam),
  },
  'installation.health': {
    ...common,
    method: 'GET',
    path: '/api/v1/installation/health',
    summary: 'How the installation is',
    description:
      'What `doctor` checks and can be looked at while the service runs, with what to do about each.',
    answer: data(Type.Array(InstallationFinding)),
  },
  'installation.work': {
    ...common,
    method: 'GET',
    path: '/api/v1/installation/work',
    summary: 'List due work',
    description: 'Of all teams, the earliest due first.',
    query: WorkQuery,
    answer: list(WorkPiece),
  },
  'installation.retryWork': {
    ...common,
    method: 'POST',
    path: '/api/v1/installation/work/:id/retry',
    summary: 'Run dead work again',
    description: 'One piece that failed for good, or `all` of them, as if for the first time.',
    params: Type.Object({ id: Type.String({ description: 'Number of the piece, or all' }) }),
    answer: data(Revived),
    errors: ['work_not_found'],
  },
  'installation.heldPayments': {
    ...common,
    method: 'GET',
    path: '/api/v1/installation/held-payments',
    summary: 'List held payments',
    description:
      'Of all teams: what came and was not credited, until somebody has looked at it. Oldest first.',
    query: HeldPaymentsQuery,
    answer: list(HeldPaymentOfTeam),
  },
  'installation.acceptPayment': decide(
    'accept',
    'Accept a held payment',
    'It is credited to the wallet it was paid for.',
  ),
  'installation.refusePayment': decide(
    'refuse',
    'Refuse a held payment',
    'It is not credited; give it back to its payer at the bank.',
  ),
} as const satisfies Operations
