// The audit log in the API: actors, actions on money, access, settings and records, and their origin.
import Type from 'typebox'
import { CREATED, Nullable, PageOf, Timestamp } from './common.ts'
import type { Operations } from './operation.ts'
import { list } from './responses.ts'

/** The topic of an operation or a change in the audit log. */
const AUDIT_TOPICS = ['money', 'access', 'settings', 'records'] as const
export type AuditTopic = (typeof AUDIT_TOPICS)[number]

/** How the actor authenticated; the service itself does not. */
const ACTOR_TYPES = ['key', 'person', 'command_line', 'system'] as const
export type ActorType = (typeof ACTOR_TYPES)[number]

export const Actor = Type.Object(
  {
    type: Type.Enum([...ACTOR_TYPES]),
    id: Nullable(
      Type.String({ description: 'Of the key or person; on the command line, the account of its user' }),
    ),
    name: Nullable(Type.String()),
  },
  { description: 'Who did it' },
)

const Values = Nullable(Type.Record(Type.String(), Type.Unknown()))

export const AuditChange = Type.Object({
  object: Type.String({ description: 'What kind of thing, such as api_key' }),
  object_id: Type.String(),
  before: Values,
  after: Values,
})

export const AuditEntry = Type.Object({
  sequence: Type.Integer({
    description: "Grows by one per team and mode; a transaction has its number in the wallet's ledger",
  }),
  created_at: Timestamp,
  topic: Type.Enum([...AUDIT_TOPICS]),
  action: Type.String({ description: 'The operation, command or job that did it' }),
  actor: Actor,
  address: Nullable(Type.String({ description: 'IP address that it came from' })),
  request_id: Nullable(Type.String()),
  object_id: Nullable(Type.String({ description: 'What it is mostly about' })),
  changes: Type.Array(AuditChange, {
    description: 'The fields that changed, before and after; secrets are never among them',
  }),
  hash: Type.String({
    description:
      'SHA-256 of this entry and the hash of the one before it, in hex; of a transaction, that of its ledger line',
  }),
})
export type AuditEntry = Type.Static<typeof AuditEntry>

const Moment = (description: string) =>
  Type.String({
    description: `${description}: a timestamp with its zone, or a day of the team's time zone (YYYY-MM-DD)`,
  })

export const AuditQuery = PageOf({
  topic: Type.Optional(Type.Enum([...AUDIT_TOPICS], { description: 'What it is about' })),
  action: Type.Optional(Type.String({ description: 'Such as keys.create' })),
  actor_type: Type.Optional(Type.Enum([...ACTOR_TYPES], { description: 'What sort of actor did it' })),
  actor_id: Type.Optional(Type.String({ description: 'Who did it: a key or a person' })),
  object: Type.Optional(
    Type.String({ description: 'What kind of thing it is mostly about, such as api_key' }),
  ),
  object_id: Type.Optional(Type.String({ description: 'What it is mostly about' })),
  start_date: Type.Optional(Moment('From')),
  end_date: Type.Optional(Moment('Until: a day is included, and so is the moment itself')),
  ...CREATED,
})
export type AuditQuery = Type.Static<typeof AuditQuery>

// Operations on the audit log, which only the service writes.

export const AUDIT_OPERATIONS = {
  'audit.list': {
    method: 'GET',
    path: '/api/v1/audit',
    access: 'audit.read',
    tag: 'Audit',
    summary: 'List the audit log',
    description:
      "Newest first: who did what to money, access, settings and records of the caller's team and mode, " +
      'and from where. ' +
      'Entries are written with the change itself, are never changed, and are chained by SHA-256. ' +
      'Movements of money are listed from the ledger of the wallet.',
    query: AuditQuery,
    response: list(AuditEntry),
  },
} as const satisfies Operations
