// The file of a client: what an agency keeps of a person besides name and contact, to book trips for them.
import Type from 'typebox'
import { Nullable, Timestamp } from './common.ts'
import { CONTACTS_MAX, FILE_DOCUMENTS_MAX, LOYALTY_ACCOUNTS_MAX } from './limits.ts'
import { GENDERS, LoyaltyAccount } from './passengers.ts'

const text = (maxLength: number, description: string, example?: string) =>
  Type.String({ maxLength, description, ...(example !== undefined && { examples: [example] }) })

const MASKED = 'masked without `documents.read`'

export const EMAIL_PATTERN = '^[^\\s@<>,;"]+@[^\\s@<>,;".]+(\\.[^\\s@<>,;".]+)+$'

export const FileEmail = Type.String({
  maxLength: 254,
  pattern: EMAIL_PATTERN,
  description: 'E-mail address',
  examples: ['paulo@example.com'],
})

const Gender = Type.Enum([...GENDERS])

// Address

const ADDRESS = {
  street: text(120, 'Street or avenue', 'Rua da Aurora'),
  number: text(20, 'House number', '325'),
  complement: text(60, 'Floor, flat', 'Apto. 12'),
  district: text(80, 'District', 'Boa Vista'),
  city: text(80, 'City', 'Recife'),
} as const

export const ClientAddress = Type.Object({
  postal_code: Nullable(
    Type.String({ description: 'CEP such as 50050-000; of other countries as it was sent' }),
  ),
  street: Nullable(ADDRESS.street),
  number: Nullable(ADDRESS.number),
  complement: Nullable(ADDRESS.complement),
  district: Nullable(ADDRESS.district),
  city: Nullable(ADDRESS.city),
  state: Nullable(Type.String({ description: 'Two letters in Brazil' })),
  country: Type.String({ description: 'ISO 3166-1 alpha-2' }),
  ibge_code: Nullable(Type.String({ description: 'Code of the city at IBGE, seven digits' })),
})
export type ClientAddress = Type.Static<typeof ClientAddress>

const sent = <T extends Type.TSchema>(schema: T) => Type.Optional(Nullable(schema))

export const ClientAddressInput = Type.Object({
  postal_code: sent(text(20, 'In Brazil a CEP: eight digits', '50050-000')),
  street: sent(ADDRESS.street),
  number: sent(ADDRESS.number),
  complement: sent(ADDRESS.complement),
  district: sent(ADDRESS.district),
  city: sent(ADDRESS.city),
  state: sent(text(80, 'In Brazil the two letters of the state', 'PE')),
  country: sent(text(2, 'ISO 3166-1 alpha-2; BR if left out', 'BR')),
  ibge_code: sent(
    text(7, 'Code of the city at IBGE: seven digits, the first two those of the state', '2611606'),
  ),
})
export type ClientAddressInput = Type.Static<typeof ClientAddressInput>

// Contacts

export const ClientContact = Type.Object({
  name: Type.String(),
  role: Nullable(Type.String()),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
})
export type ClientContact = Type.Static<typeof ClientContact>

const ClientContactInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', examples: ['Paulo Lima'] }),
  role: sent(text(100, 'What they do for the client', 'Financeiro')),
  email: sent(FileEmail),
  phone: sent(text(50, 'Telephone', '+55 81 98888-7777')),
})

// Preferences

export const ClientPreferences = Type.Object({
  seat: Nullable(Type.String()),
  meal: Nullable(Type.String()),
  notes: Nullable(Type.String()),
})
export type ClientPreferences = Type.Static<typeof ClientPreferences>

const ClientPreferencesInput = Type.Object({
  seat: sent(text(100, 'Which seats they like', 'Corredor, nas primeiras fileiras')),
  meal: sent(text(100, 'What they eat', 'Vegetariana')),
  notes: sent(text(2_000, 'What else they wish or need', 'Cadeira de rodas até o portão')),
})

// Documents

export const FILE_DOCUMENT_TYPES = [
  'passport',
  'rg',
  'cpf_card',
  'visa',
  'driver_licence',
  'vaccine',
] as const
export type FileDocumentType = (typeof FILE_DOCUMENT_TYPES)[number]

const FileDocumentKind = Type.Enum([...FILE_DOCUMENT_TYPES])

export const FileDocument = Type.Object({
  id: Type.String({ description: 'Document id (doc_)' }),
  type: FileDocumentKind,
  number: Type.String({ description: `Number of the document, ${MASKED}` }),
  issuing_country_code: Type.String({ description: 'ISO 3166-1 alpha-2' }),
  issued_on: Nullable(Type.String({ description: 'YYYY-MM-DD' })),
  expires_on: Nullable(Type.String({ description: 'YYYY-MM-DD' })),
})
export type FileDocument = Type.Static<typeof FileDocument>

export const FileDocumentInput = Type.Object({
  id: Type.Optional(
    Type.String({ maxLength: 40, description: 'Of a document that is there already (doc_)' }),
  ),
  type: FileDocumentKind,
  number: Type.Optional(
    text(40, 'Required for a new document; left out or masked, that of the same `id` stays', 'FZ123456'),
  ),
  issuing_country_code: sent(text(2, 'ISO 3166-1 alpha-2; BR if left out', 'BR')),
  issued_on: sent(text(10, 'YYYY-MM-DD', '2024-03-10')),
  expires_on: sent(text(10, 'YYYY-MM-DD', '2034-03-09')),
})
export type FileDocumentInput = Type.Static<typeof FileDocumentInput>

const FileDocuments = Type.Array(FileDocument, { description: `Numbers are ${MASKED}` })
const FileDocumentsInput = Type.Array(FileDocumentInput, {
  maxItems: FILE_DOCUMENTS_MAX,
  description: 'All that there shall be. They are stored encrypted',
})

const LoyaltyAccounts = Type.Array(LoyaltyAccount, { description: `Numbers are ${MASKED}` })
const LoyaltyAccountsInput = Type.Array(
  Type.Object({
    airline_iata_code: Type.String({ pattern: '^[A-Z0-9]{2}$', examples: ['LA'] }),
    account_number: Type.String({ minLength: 1, maxLength: 30, pattern: '\\S', examples: ['12345678901'] }),
  }),
  {
    maxItems: LOYALTY_ACCOUNTS_MAX,
    description:
      'All that there shall be. They are stored encrypted; a masked number keeps the one it stands for',
  },
)

/** What is known of every traveller, a client or a companion. */
export const TRAVELLER_FILE = {
  born_on: Nullable(Type.String({ description: 'Date of birth (YYYY-MM-DD)' })),
  gender: Nullable(Gender),
  identity_documents: FileDocuments,
  loyalty_programme_accounts: LoyaltyAccounts,
} as const

const BornOn = text(10, 'Date of birth (YYYY-MM-DD)', '1990-05-17')

export const TRAVELLER_FILE_INPUT = {
  born_on: sent(BornOn),
  gender: Type.Optional(Nullable(Gender)),
  identity_documents: Type.Optional(Nullable(FileDocumentsInput)),
  loyalty_programme_accounts: Type.Optional(Nullable(LoyaltyAccountsInput)),
} as const
const TravellerFileInput = Type.Object(TRAVELLER_FILE_INPUT)
export type TravellerFileInput = Type.Static<typeof TravellerFileInput>

export const NAME_IN_DOCUMENT = text(
  60,
  'As in the documents, for bookings; `full_name` is used if null',
  'Maria',
)

export const ClientFile = Type.Object({
  given_name: Nullable(NAME_IN_DOCUMENT),
  family_name: Nullable(NAME_IN_DOCUMENT),
  ...TRAVELLER_FILE,
  address: Nullable(ClientAddress),
  contacts: Type.Array(ClientContact, { description: 'Others to speak to' }),
  preferences: Nullable(ClientPreferences),
  merged_into_id: Nullable(
    Type.String({ description: 'The client that this one was merged into, as it was a duplicate (UUID)' }),
  ),
  unmerge_until: Nullable(Type.String({ ...Timestamp, description: 'Until when the merge can be undone' })),
})
export type ClientFile = Type.Static<typeof ClientFile>

export const CLIENT_FILE_INPUT = {
  given_name: sent(NAME_IN_DOCUMENT),
  family_name: sent(NAME_IN_DOCUMENT),
  ...TRAVELLER_FILE_INPUT,
  address: sent(ClientAddressInput),
  contacts: Type.Optional(
    Nullable(
      Type.Array(ClientContactInput, { maxItems: CONTACTS_MAX, description: 'All that there shall be' }),
    ),
  ),
  preferences: sent(ClientPreferencesInput),
} as const
const ClientFileInput = Type.Object(CLIENT_FILE_INPUT)
export type ClientFileInput = Type.Static<typeof ClientFileInput>
