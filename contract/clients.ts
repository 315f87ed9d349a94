// Clients of an agency, people and companies, as callers see them.
import Type from 'typebox'
import { Nullable, PageOf, Timestamp } from './common.ts'
import { Erasure } from './erasures.ts'
import { TagFilter } from './tag-filter.ts'
import { LANGUAGES } from './team-profile.ts'

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
  email: Type.String(),
  phone: Nullable(Type.String()),
  cpf: Nullable(Type.String({ description: 'Tax id of a person, as it was sent' })),
  cnpj: Nullable(Type.String({ description: 'Tax id of a company, as it was sent' })),
  company_name: Nullable(Type.String()),
  notes: Nullable(Type.String()),
  language: LanguageOfClient,
  is_active: Type.Boolean({ description: 'false after a soft deletion' }),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Client = Type.Static<typeof Client>

const FullName = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '\\S',
  description: 'Full name or legal name of the company',
  examples: ['Maria Souza'],
})
const Email = Type.String({
  maxLength: 254,
  pattern: '^[^\\s@<>,;"]+@[^\\s@<>,;".]+(\\.[^\\s@<>,;".]+)+$',
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
