// Teams and API keys: the shapes of `/me` and `/api-keys`.
import Type from 'typebox'
import { Brl, LATE_RATES } from './amounts.ts'
import { ChangedQuery, Nullable, Timestamp } from './common.ts'
import type { Operations } from './operation.ts'
import { PERMISSIONS } from './permissions.ts'
import { createOne, deleteOne, listAll } from './resource-operations.ts'
import { keys } from './resources.ts'
import { data } from './responses.ts'
import { KEY_ROLES, ROLES } from './roles.ts'

export const MODES = ['live', 'test'] as const
export type Mode = (typeof MODES)[number]

const ModeName = Type.Enum([...MODES], { description: 'live for production keys, test for sandbox keys' })

const Permissions = Type.Array(Type.Enum([...PERMISSIONS]), {
  description: 'Each operation says which one it needs; a caller without it is answered 403',
})

export const Me = Type.Object({
  id: Type.String({ description: 'Team id (team_)' }),
  name: Type.String(),
  email: Type.String(),
  time_zone: Type.String({ description: 'IANA zone in which the days of the team begin and end' }),
  currency: Brl,
  mode: ModeName,
  pricing: Type.Object({
    markup_percent: Type.Number({ description: 'Agency markup, percent of the base cost' }),
    fee_amount: Type.String({ description: 'Fixed agency fee in BRL, as an amount string' }),
  }),
  late_payment: Type.Object(LATE_RATES, { description: 'Of invoices that are made now' }),
  key: Type.Optional(
    Type.Object(
      { id: Type.String(), name: Type.String(), last_four: Type.String() },
      { description: 'The key that asks; there is none where a person does' },
    ),
  ),
  person: Type.Optional(
    Type.Object(
      { id: Type.String(), name: Type.String(), email: Type.String(), role: Type.Enum([...ROLES]) },
      { description: 'The calling person, if the caller is not a key' },
    ),
  ),
  permissions: Permissions,
})
export type Me = Type.Static<typeof Me>

export const ApiKey = Type.Object({
  id: Type.String({ description: 'Key id (key_)' }),
  name: Type.String(),
  mode: ModeName,
  read_only: Type.Boolean({ description: 'It may not change anything' }),
  permissions: Permissions,
  last_four: Type.String({ description: 'Last four characters of the secret, to recognise it by' }),
  created_at: Timestamp,
  updated_at: { ...Timestamp, description: 'When it was created or revoked; use does not count' },
  created_by: Nullable(
    Type.String({ description: 'The key or person that made it; null for the command line' }),
  ),
  expires_at: Nullable(Timestamp),
  revoked_at: Nullable(Timestamp),
  last_used_at: Nullable(Timestamp),
})
export type ApiKey = Type.Static<typeof ApiKey>

export const NewApiKey = Type.Intersect([
  ApiKey,
  Type.Object({ secret: Type.String({ description: 'The key itself. It is shown only in this response.' }) }),
])
export type NewApiKey = Type.Static<typeof NewApiKey>

export const ApiKeyInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100, description: 'What the key is for' }),
  read_only: Type.Optional(
    Type.Boolean({ description: 'Short for all permissions to read; a read-only key may not write' }),
  ),
  role: Type.Optional(
    Type.Enum([...KEY_ROLES], {
      description:
        'Short for what this role may do now (GET /api/v1/roles), instead of permissions or read_only',
    }),
  ),
  permissions: Type.Optional(
    Type.Array(Type.Enum([...PERMISSIONS]), {
      minItems: 1,
      maxItems: PERMISSIONS.length,
      description: 'What the key may do: nothing that its creator may not. All of that if left out',
    }),
  ),
  expires_at: Type.Optional(
    Nullable(
      Type.String({
        description: "When the key stops working (timestamp): not after its creator's; that if left out",
      }),
    ),
  ),
})
export type ApiKeyInput = Type.Static<typeof ApiKeyInput>

// Operations on API keys of the caller's own team and mode.

export const KEY_OPERATIONS = {
  'keys.list': listAll(keys, ChangedQuery, ApiKey, 'List keys', 'Newest first, revoked ones included.'),
  'keys.create': createOne(keys, {
    summary: 'Create a key',
    description:
      "The key is of the caller's mode. It may do no more than the caller and lives no longer. Its secret is shown " +
      'only in this response.',
    body: ApiKeyInput,
    response: data(NewApiKey),
    givesSecret: true,
    errors: ['resource_limit_exceeded'],
  }),
  'keys.revoke': deleteOne(keys, {
    summary: 'Revoke a key',
    description: 'Effective at once. Revoking a revoked key changes nothing.',
    response: data(ApiKey),
  }),
} as const satisfies Operations
