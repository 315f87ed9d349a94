// Companions: the people that a client travels with or pays for, kept in the client's file.
import Type from 'typebox'
import { FileEmail, NAME_IN_DOCUMENT, TRAVELLER_FILE, TRAVELLER_FILE_INPUT } from './client-file.ts'
import { Nullable, Timestamp, WholeChangedQuery, WholeQuery } from './common.ts'
import { COMPANIONS_MAX } from './limits.ts'
import type { Operations } from './operation.ts'
import { IdentityDocument, LoyaltyAccount, PassengerInput } from './passengers.ts'
import { actOn, readOf } from './resource-operations.ts'
import { clients } from './resources.ts'
import { data, whole, withWarnings } from './responses.ts'

export const RELATIONSHIPS = [
  'spouse',
  'child',
  'parent',
  'sibling',
  'relative',
  'friend',
  'employee',
  'other',
] as const
export type Relationship = (typeof RELATIONSHIPS)[number]

const Related = Type.Enum([...RELATIONSHIPS], { description: 'What they are to the client' })

export const Companion = Type.Object({
  id: Type.String({ description: 'Companion id (trv_)' }),
  client_id: Type.String({ description: 'The client in whose file they are (UUID)' }),
  relationship: Related,
  given_name: Type.String(),
  family_name: Type.String(),
  full_name: Type.String(),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  ...TRAVELLER_FILE,
  linked_client_id: Nullable(Type.String({ description: 'The client that they are themselves (UUID)' })),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Companion = Type.Static<typeof Companion>

const Name = (example: string) =>
  Type.String({
    ...NAME_IN_DOCUMENT,
    minLength: 1,
    pattern: '\\S',
    description: 'As in the document',
    examples: [example],
  })

export const CompanionInput = Type.Object({
  relationship: Related,
  given_name: Name('Pedro'),
  family_name: Name('Souza'),
  email: Type.Optional(Nullable(FileEmail)),
  phone: Type.Optional(
    Nullable(Type.String({ maxLength: 50, description: 'With the country code, or a Brazilian number' })),
  ),
  ...TRAVELLER_FILE_INPUT,
  linked_client_id: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 40,
        description: 'If they are a client too: what lacks here is taken from there',
      }),
    ),
  ),
})
export type CompanionInput = Type.Static<typeof CompanionInput>

export const CompanionChange = Type.Partial(CompanionInput)
export type CompanionChange = Type.Static<typeof CompanionChange>

export const DeletedCompanion = Type.Object({ id: Type.String(), deleted: Type.Literal(true) })

const { given_name, family_name, gender, born_on, email, phone_number } = PassengerInput.properties

const KnownPassenger = Type.Object({
  ...Type.Partial(Type.Object({ given_name, family_name, gender, born_on, email, phone_number })).properties,
  identity_documents: Type.Array(IdentityDocument),
  loyalty_programme_accounts: Type.Array(LoyaltyAccount),
})

export const Traveller = Type.Object({
  person: Type.Enum(['client', 'companion'], { description: 'Whose data it is' }),
  person_id: Type.String({ description: 'Id of the client (UUID) or companion (trv_)' }),
  full_name: Type.String(),
  relationship: Nullable(Related),
  passenger: {
    ...KnownPassenger,
    description: 'What is known of a passenger of a booking; expired documents are left out',
  },
  missing: Type.Array(Type.String(), { description: 'The fields that a booking needs besides' }),
})
export type Traveller = Type.Static<typeof Traveller>

// Operations

const MASKING = 'Numbers of documents and loyalty programmes are masked without `documents.read`.'

/** A page of the reference of their own: that of clients is long. */
const TAG = 'Companions'

const files = { ...clients, tag: TAG } as const

const OneOfClient = Type.Object({
  ...clients.params.properties,
  companion_id: Type.String({ description: 'Id of the companion (trv_)' }),
})

const MASKED = 'Numbers of documents and loyalty programmes are masked in the response.'

/** Without what is masked for some callers; `updated_at` changes with it. */
const Versioned = Type.Omit(Companion, ['identity_documents', 'loyalty_programme_accounts'])

const oneCompanion = {
  tag: TAG,
  version: Versioned,
  params: OneOfClient,
  path: `${clients.path}/:id/companions/:companion_id`,
  errors: [clients.notFound, 'companion_not_found'],
} as const

export const COMPANION_OPERATIONS = {
  'companions.list': readOf(files, 'companions', {
    partly: 'documents.read',
    summary: 'List the companions of a client',
    description: `In the order in which they were added. ${MASKING}`,
    query: WholeChangedQuery,
    response: whole(Companion),
  }),
  'companions.create': actOn(files, 'companions', {
    audit: 'records',
    status: 201,
    version: Versioned,
    summary: 'Add a companion',
    description: `At most ${COMPANIONS_MAX}. ${MASKED}`,
    body: CompanionInput,
    response: withWarnings(Companion),
    errors: ['resource_limit_exceeded'],
  }),
  'companions.read': {
    ...oneCompanion,
    method: 'GET',
    access: clients.reading,
    partly: 'documents.read',
    summary: 'Read a companion',
    description: MASKING,
    response: data(Companion),
  },
  'companions.update': {
    ...oneCompanion,
    method: 'PATCH',
    access: clients.writing,
    audit: clients.audit,
    summary: 'Change a companion',
    description: `Only the fields to change; null clears one that may be left out. ${MASKED}`,
    body: CompanionChange,
    response: withWarnings(Companion),
  },
  'companions.delete': {
    ...oneCompanion,
    method: 'DELETE',
    access: clients.writing,
    audit: clients.audit,
    summary: 'Remove a companion',
    response: data(DeletedCompanion),
  },
  'clients.travellers': readOf(files, 'travellers', {
    partly: 'documents.read',
    summary: 'List who can travel',
    description:
      'The client, if a person, and the companions, each as a passenger of a booking without its `id`. What a ' +
      `companion lacks is taken from the client that they are, and e-mail and telephone from this client. ${MASKING}`,
    query: WholeQuery,
    response: whole(Traveller),
  }),
} as const satisfies Operations
