// Clients of an agency, people and companies.
import Type from 'typebox'
import { CLIENT_FILE_INPUT, ClientFile, EMAIL_PATTERN } from './client-file.ts'
import { CHANGED, ChangedQuery, Nullable, PageOf, PageQuery, Timestamp } from './common.ts'
import { DUPLICATES_MAX, UNMERGE_HOURS } from './limits.ts'
import { TagFilter, Tags } from './notes.ts'
import type { Operations } from './operation.ts'
import { References, ReferencesFilter, ReferencesInput } from './references.ts'
import { actOn, changeOne, createOne, deleteOne, listAll, readOne } from './resource-operations.ts'
import { clients } from './resources.ts'
import { data, list, withWarnings } from './responses.ts'
import { LANGUAGES } from './team-profile.ts'

// The record of an erasure: when, by whom, and how many of each; no personal data.

export const ErasureCounts = Type.Object({
  clients: Type.Number({ description: 'The client, emptied or deleted' }),
  bookings: Type.Number({ description: 'Bookings that were about the person' }),
  travellers: Type.Number({ description: 'Travellers of them who were the person' }),
  invoices: Type.Number({ description: 'Issued invoices, which keep the name and the tax id' }),
  mails: Type.Number(),
  messages: Type.Number(),
  notes: Type.Number({ description: 'Notes about the person, or that named them' }),
  events: Type.Number(),
  receiver_answers: Type.Number({ description: 'Responses of webhook receivers to those events' }),
  trip_files: Type.Number({ description: 'Files of trips' }),
  remembered_answers: Type.Number({ description: 'Responses kept under an Idempotency-Key' }),
})
export type ErasureCounts = Type.Static<typeof ErasureCounts>

/** Everything that is counted. */
export const COUNTED: readonly (keyof ErasureCounts)[] = Object.keys(ErasureCounts.properties).filter(
  isCounted,
)

function isCounted(name: string): name is keyof ErasureCounts {
  return name in ErasureCounts.properties
}

export const TextToConfirm = Type.Object({
  object: Type.Enum(['booking', 'invoice', 'quote', 'recurring_invoice', 'trip'], {
    description: 'Where it stands',
  }),
  id: Type.String({ description: 'Id of that object' }),
  field: Type.String({
    description:
      'Which text of it: `notes`, `items`, `options`, `name`, `refunds`, `credit_notes`, `title` or `travellers`',
  }),
})
export type TextToConfirm = Type.Static<typeof TextToConfirm>

export const Erasure = Type.Object({
  id: Type.String({ description: 'Erasure id (era_)' }),
  client_id: Type.String({ description: 'The client that was erased (UUID)' }),
  asked_by: Nullable(Type.String({ description: 'The key that asked for it; null for the command line' })),
  erased_at: Type.String({
    ...Timestamp,
    description: 'When it was asked for and begun: the client itself was erased then',
  }),
  completed_at: Nullable(
    Type.String({
      ...Timestamp,
      description: 'When nothing was left; null while bookings, events, mails and messages follow',
    }),
  ),
  updated_at: Timestamp,
  counts: ErasureCounts,
  to_confirm: Type.Array(TextToConfirm, {
    description:
      'Free texts that were left as they are because they hold the given name alone, or stand in a document: read ' +
      'each, and change it if it is about the person. At most 100.',
  }),
})
export type Erasure = Type.Static<typeof Erasure>

const CLIENT_TYPES = ['individual', 'company'] as const
export type ClientType = (typeof CLIENT_TYPES)[number]

const LanguageOfClient = Nullable(
  Type.Enum([...LANGUAGES], { description: 'Of what they are shown and sent; that of the agency if null' }),
)

const TypeOfClient = Type.Enum([...CLIENT_TYPES], { description: 'individual or company' })

export const Client = Type.Object({
  id: Type.String({ description: 'Client id (UUID); bookings write the same id as cli_ and 32 hex digits' }),
  client_type: TypeOfClient,
  full_name: Type.String({ description: 'Full name or legal name of the company' }),
  email: Type.String({ description: 'E-mail address; empty if the person was erased' }),
  phone: Nullable(Type.String()),
  cpf: Nullable(Type.String({ description: 'Tax id of a person, as it was sent' })),
  cnpj: Nullable(Type.String({ description: 'Tax id of a company, as it was sent' })),
  company_name: Nullable(Type.String()),
  notes: Nullable(Type.String()),
  language: LanguageOfClient,
  is_active: Type.Boolean({ description: 'false after a soft deletion' }),
  ...References.properties,
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Client = Type.Static<typeof Client>

/** A client inside an invoice, a quote or a recurring invoice; with its tags only by `expand[]=client`. */
export const ClientOfDocument = Type.Object({ ...Client.properties, ...Type.Partial(Tags).properties })

/** Without what is masked for some callers; `updated_at` changes with it. */
const Versioned = Type.Intersect([
  Client,
  Type.Omit(ClientFile, ['identity_documents', 'loyalty_programme_accounts']),
])

/** A client read by itself or in the list of clients. */
export const ClientDetail = Type.Intersect([Client, Tags, ClientFile])
export type ClientDetail = Type.Static<typeof ClientDetail>

const FullName = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '\\S',
  description: 'Full name or legal name of the company',
  examples: ['Maria Souza'],
})
const Email = Type.String({
  maxLength: 254,
  pattern: EMAIL_PATTERN,
  description: 'A valid e-mail address',
  examples: ['maria@example.com'],
})
const optionalText = (maxLength: number, description: string) =>
  Type.Optional(Nullable(Type.String({ maxLength, description })))

export const ClientInput = Type.Object({
  client_type: TypeOfClient,
  full_name: FullName,
  email: Email,
  phone: optionalText(50, 'Messages to the client go here; with the country code, or a Brazilian number'),
  cpf: optionalText(30, '11 digits, with or without punctuation'),
  cnpj: optionalText(30, '14 characters, with or without punctuation; letters are allowed'),
  company_name: optionalText(200, 'Name under which a company trades'),
  notes: optionalText(10_000, 'For the agency alone'),
  language: Type.Optional(LanguageOfClient),
  is_active: Type.Optional(Type.Boolean()),
  ...ReferencesInput.properties,
  ...CLIENT_FILE_INPUT,
})
export type ClientInput = Type.Static<typeof ClientInput>

export const ClientChange = Type.Partial(ClientInput)
export type ClientChange = Type.Static<typeof ClientChange>

export const ClientsQuery = PageOf({
  client_type: Type.Optional(TypeOfClient),
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Part of a name, e-mail, CPF or CNPJ; case, accents and punctuation do not matter',
    }),
  ),
  is_active: Type.Optional(Type.Boolean({ description: 'Only active or only inactive ones' })),
  tag: TagFilter,
  merged_into_id: Type.Optional(
    Type.String({ maxLength: 40, description: 'Only the duplicates that were merged into this client' }),
  ),
  ...ReferencesFilter.properties,
  ...CHANGED,
})
export type ClientsQuery = Type.Static<typeof ClientsQuery>

export const DeleteClientQuery = Type.Object({
  erase: Type.Optional(
    Type.Boolean({
      description: 'Erases the person for good, but for issued invoices; needs `clients.erase`',
    }),
  ),
})

export const DeletedClient = Type.Object({
  id: Type.String(),
  deleted: Type.Boolean({ description: 'false: the client has links, so it was deactivated instead' }),
  is_active: Type.Optional(Type.Literal(false)),
  erasure: Type.Optional(Erasure),
})
export type DeletedClient = Type.Static<typeof DeletedClient>

// Duplicates

export const DUPLICATE_SIGNS = ['cpf', 'cnpj', 'email', 'name_and_birth_date'] as const
export type DuplicateSign = (typeof DUPLICATE_SIGNS)[number]

export const DuplicateGroup = Type.Object({
  sign: Type.Enum([...DUPLICATE_SIGNS], { description: 'What they have in common' }),
  value: Type.String({ description: 'The common value, without punctuation, case and accents' }),
  clients: Type.Array(ClientDetail, { description: `The oldest first, 2 to ${DUPLICATES_MAX}` }),
})
export type DuplicateGroup = Type.Static<typeof DuplicateGroup>

export const MergeInput = Type.Object({
  duplicate_id: Type.String({
    maxLength: 40,
    description: 'The client that is the same one, and ends (UUID, or cli_ and its digits)',
  }),
})
export type MergeInput = Type.Static<typeof MergeInput>

const MASKED = 'Numbers of documents and loyalty programmes are masked.'

// Operations on clients: the people and companies an agency works for.

const ERASING_COST = 20

/** An erasure reads all bookings of the client; a job then reads all stored responses of the team. */
function erasingCost(query: unknown): number {
  const isErasing = typeof query === 'object' && query !== null && 'erase' in query && query.erase !== 'false'
  return isErasing ? ERASING_COST - 1 : 0
}

export const CLIENT_OPERATIONS = {
  'clients.list': listAll(
    clients,
    ClientsQuery,
    ClientDetail,
    'List clients',
    `Newest first, active and inactive ones. ${MASKED}`,
  ),
  'clients.create': createOne(clients, {
    version: Versioned,
    summary: 'Create a client',
    description: `Tax ids of the right form with wrong check digits are accepted, and named in \`warnings\`. ${MASKED}`,
    body: ClientInput,
    response: withWarnings(ClientDetail),
  }),
  'clients.read': readOne(clients, {
    version: Versioned,
    partly: 'documents.read',
    summary: 'Read a client',
    description: 'Numbers of documents and loyalty programmes are masked without `documents.read`.',
    response: data(ClientDetail),
  }),
  'clients.update': changeOne(clients, {
    version: Versioned,
    summary: 'Update a client',
    description:
      'Only the fields to change; null clears one that may be left out. Lists and the address are replaced as a ' +
      `whole. A client that was merged into another cannot be changed. ${MASKED}`,
    body: ClientChange,
    response: withWarnings(ClientDetail),
    errors: ['client_already_merged'],
  }),
  'clients.duplicates': {
    method: 'GET',
    path: '/api/v1/clients/duplicates',
    access: 'clients.read',
    tag: 'Clients',
    summary: 'List possible duplicates',
    description:
      'Clients with the same CPF or CNPJ, e-mail address, or name and date of birth. A value that more than ' +
      `${DUPLICATES_MAX} clients have is no sign and left out. ${MASKED}`,
    query: PageQuery,
    response: list(DuplicateGroup),
  },
  'clients.merge': actOn(clients, 'merge', {
    audit: 'records',
    summary: 'Merge a duplicate into a client',
    description:
      "Everything that belongs to the duplicate becomes this client's: bookings, invoices, credit, quotes, recurring " +
      'invoices, trips, notes, tags, companions and pricing rules. Empty fields are filled, others stay. The duplicate becomes ' +
      `inactive. Can be undone for ${UNMERGE_HOURS} hours. ${MASKED}`,
    body: MergeInput,
    response: data(ClientDetail),
    errors: ['client_already_merged'],
  }),
  'clients.unmerge': actOn(clients, 'unmerge', {
    audit: 'records',
    summary: 'Undo a merge',
    description:
      'Of the duplicate: it gets back what was moved and is still there. What was filled and not changed since is ' +
      `emptied again. ${MASKED}`,
    response: data(ClientDetail),
    errors: ['client_not_merged', 'merge_not_undoable', 'merge_credit_mixed'],
  }),
  'clients.delete': deleteOne(clients, {
    version: Versioned,
    summary: 'Delete or deactivate a client',
    description:
      'A client with invoices, quotes, recurring invoices or bookings is kept and becomes inactive. With ' +
      '`erase=true` the client is erased at once; travellers, mails, messages, events and remembered responses ' +
      'follow, until `completed_at` of the erasure is set. Issued invoices keep the name and the tax id.',
    query: DeleteClientQuery,
    partly: 'clients.erase',
    queryCost: erasingCost,
    response: data(DeletedClient),
    errors: ['client_has_open_business'],
  }),
  'clients.erasures': {
    method: 'GET',
    path: '/api/v1/erasures',
    access: 'clients.read',
    tag: 'Clients',
    summary: 'List erasures',
    description: 'Who was erased when and by whom, newest first, without anything of the person.',
    query: ChangedQuery,
    response: list(Erasure),
  },
} as const satisfies Operations
