// The go-live check: what an installation lacks for real customers.
import Type from 'typebox'
import { Nullable } from './common.ts'
import { MailListItem, TestMessage } from './mails.ts'
import type { Operations } from './operation.ts'
import { data } from './responses.ts'

export const ReadinessCheck = Type.Object({
  name: Type.String({ description: 'What was looked at', examples: ['mail'] }),
  status: Type.Enum(['ok', 'warning', 'missing'], {
    description: 'missing: it does not work for real customers until `action` is done',
  }),
  message: Type.String({ description: 'How it stands' }),
  action: Nullable(Type.String({ description: 'What to do about it; null where nothing is to be done' })),
  user_message: Type.String({
    description:
      'How it stands, for people, in Portuguese or English: as Accept-Language says, or else in the language of the team',
  }),
  user_action: Nullable(Type.String({ description: 'What to do about it, in the same language' })),
})
export type ReadinessCheck = Type.Static<typeof ReadinessCheck>

/** simulated: invented flights or money under live keys, outside production. none: not connected. */
export const CONNECTION_STATES = ['real', 'simulated', 'none'] as const
export type ConnectionState = (typeof CONNECTION_STATES)[number]

const Connection = (description: string) => Type.Enum([...CONNECTION_STATES], { description })

export const Connections = Type.Object(
  {
    flights: Connection('Where live searches find flights'),
    wallet_bank: Connection('Who collects live recharges'),
    invoice_bank: Connection('Who collects live invoices of this team'),
  },
  { description: 'What live keys are connected with' },
)
export type Connections = Type.Static<typeof Connections>

export const Readiness = Type.Object({
  ready: Type.Boolean({ description: 'Nothing of what the caller may know is missing' }),
  checks: Type.Array(ReadinessCheck),
  connections: Connections,
})
export type Readiness = Type.Static<typeof Readiness>

// The findings of installation checks, by a code that is translated for readers.

export const FINDING_CODES = [
  'role_small',
  'role_unnamed',
  'role_excessive',
  'nothing_runs',
  'processes_run',
  'processes_missing',
  'parent_silent',
  'nobody_works',
  'clocks_agree',
  'clocks_differ',
  'proxy_trusted',
  'proxy_untrusted',
  'none_overdue',
  'overdue',
  'none_dead',
  'dead',
  'none_abandoned',
  'abandoned',
  'no_clock_held',
  'clocks_held',
  'none_in_doubt',
  'in_doubt',
  'stuck',
  'storage_free',
  'storage_low',
  'none_held',
  'held',
  'none_late_cancelled',
  'late_cancelled',
  'simulated_none',
  'simulated_harmless',
  'simulated_there',
  'simulated_wrong',
  'not_checked',
] as const

export type FindingCode = (typeof FINDING_CODES)[number]

/** The values of a finding's text. */
export type FindingValues = Readonly<Record<string, string | number>>

// Operations of the go-live check.

const path = '/api/v1/readiness'
const tag = 'Service'

const trying = { method: 'POST', access: 'team.manage', tag } as const

export const READINESS_OPERATIONS = {
  'readiness.read': {
    method: 'GET',
    path,
    access: 'team.read',
    tag,
    summary: 'What is missing before going live',
    description:
      'To a team what concerns it; `doctor` and the start in production show the operator all of it.',
    response: data(Readiness),
  },
  'readiness.sendMail': {
    ...trying,
    path: `${path}/mail`,
    summary: 'Send a test mail',
    description:
      "To the caller's own address, or to the team's where a key calls; one in a minute. What became of it is " +
      '`GET /api/v1/mails/:id`.',
    status: 201,
    response: data(MailListItem),
  },
  'readiness.sendMessage': {
    ...trying,
    path: `${path}/message`,
    summary: 'Send a test message',
    description:
      "The reminder of a sample invoice, to the team's own WhatsApp number; one in a minute. It returns what the " +
      'messaging app said.',
    response: data(TestMessage),
    errors: ['team_without_whatsapp'],
  },
} as const satisfies Operations
