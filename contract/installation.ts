// The operators' view of an installation: teams, health, failed jobs and held payments. It contains no team's
// data.
import Type from 'typebox'
import { Nullable, PageOf, PageQuery, Timestamp } from './common.ts'
import type { Operations } from './operation.ts'
import { FINDING_CODES } from './readiness.ts'
import { data, list } from './responses.ts'
import { MODES } from './teams.ts'
import { HeldPayment } from './wallet.ts'

export const InstallationTeam = Type.Object({
  id: Type.String({ description: 'Team id (team_)' }),
  name: Type.String(),
  email: Type.String(),
  time_zone: Type.String(),
  people: Type.Integer({ description: 'How many belong to it' }),
  created_at: Timestamp,
})
export type InstallationTeam = Type.Static<typeof InstallationTeam>

export const InstallationFinding = Type.Object({
  check: Type.String(),
  state: Type.Enum(['ok', 'warning', 'missing', 'problem']),
  code: Type.Enum([...FINDING_CODES], { description: 'What was found, for words of your own' }),
  values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
    description: 'Counts and names that stand in the text',
  }),
  text: Type.String(),
  advice: Nullable(Type.String({ description: 'What to do about it' })),
})
export type InstallationFinding = Type.Static<typeof InstallationFinding>

export const WorkPiece = Type.Object({
  id: Type.String({ description: 'Number of the job' }),
  kind: Type.String({ description: 'As docs/internals/jobs.md lists them' }),
  key: Type.String({ description: 'What it is about' }),
  state: Type.Enum(['waiting', 'running', 'dead']),
  run_at: Timestamp,
  attempts: Type.Integer(),
  last_error: Nullable(Type.String()),
})
export type WorkPiece = Type.Static<typeof WorkPiece>

export const WorkQuery = PageOf({
  dead: Type.Optional(Type.Boolean({ description: 'Only what failed for good' })),
})

export const Revived = Type.Object({ revived: Type.Integer({ description: 'How many will run again' }) })
export type Revived = Type.Static<typeof Revived>

export const HeldPaymentOfTeam = Type.Intersect([
  HeldPayment,
  Type.Object({
    team_id: Type.String({ description: 'Team id (team_)' }),
    mode: Type.Enum([...MODES]),
    reviewed_at: Nullable(Timestamp),
  }),
])
export type HeldPaymentOfTeam = Type.Static<typeof HeldPaymentOfTeam>

export const HeldPaymentsQuery = PageOf({
  all: Type.Optional(Type.Boolean({ description: 'Also those that an operator has decided about' })),
})

// Operations of operators, who are not members of teams by that.

const common = { access: 'operator', tag: 'Installation' } as const

const decide = <const Decision extends string>(decision: Decision, summary: string, description: string) =>
  ({
    ...common,
    method: 'POST',
    path: `/api/v1/installation/held-payments/:id/${decision}`,
    summary,
    description,
    params: Type.Object({ id: Type.String({ description: 'Id of the held payment (hpm_)' }) }),
    response: data(HeldPaymentOfTeam),
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
    response: list(InstallationTeam),
  },
  'installation.health': {
    ...common,
    method: 'GET',
    path: '/api/v1/installation/health',
    summary: 'How the installation is',
    description:
      'What `doctor` checks and can be looked at while the service runs, with what to do about each.',
    response: data(Type.Array(InstallationFinding)),
  },
  'installation.work': {
    ...common,
    method: 'GET',
    path: '/api/v1/installation/work',
    summary: 'List jobs',
    description: 'Of all teams, the earliest due first.',
    query: WorkQuery,
    response: list(WorkPiece),
  },
  'installation.retryWork': {
    ...common,
    method: 'POST',
    path: '/api/v1/installation/work/:id/retry',
    summary: 'Run dead work again',
    description: 'One job that failed for good, or `all` of them, as if for the first time.',
    params: Type.Object({ id: Type.String({ description: 'Number of the job, or all' }) }),
    response: data(Revived),
    errors: ['work_not_found'],
  },
  'installation.heldPayments': {
    ...common,
    method: 'GET',
    path: '/api/v1/installation/held-payments',
    summary: 'List held payments',
    description:
      'Payments of all teams that arrived and were not credited, until an operator has reviewed them. Oldest first.',
    query: HeldPaymentsQuery,
    response: list(HeldPaymentOfTeam),
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
