// What identifies a traveller: shared by bookings and by the files of clients.
import Type from 'typebox'

export const GENDERS = ['m', 'f'] as const
export const TITLES = ['mr', 'mrs', 'ms', 'miss', 'dr'] as const
export const DOCUMENT_TYPES = ['passport', 'tax_id', 'known_traveler_number'] as const
export const IdentityDocument = Type.Object({
  type: Type.Enum([...DOCUMENT_TYPES]),
  unique_identifier: Type.String({ description: 'Number of the document' }),
  issuing_country_code: Type.String({ description: 'ISO 3166-1 alpha-2', examples: ['BR'] }),
  expires_on: Type.Optional(Type.String({ description: 'YYYY-MM-DD' })),
})
export const IdentityDocumentInput = Type.Object({ ...IdentityDocument.properties })
export const LoyaltyAccount = Type.Object({
  airline_iata_code: Type.String({ examples: ['LA'] }),
  account_number: Type.String(),
})
export type LoyaltyAccount = Type.Static<typeof LoyaltyAccount>

/** A passenger of a booking, as it is sent. */
export const PassengerInput = Type.Object({
  id: Type.String({ description: 'Passenger id of the offer (pas_)' }),
  given_name: Type.String({ description: 'As on the document' }),
  family_name: Type.String({ description: 'As on the document' }),
  gender: Type.Enum([...GENDERS]),
  title: Type.Optional(Type.Enum([...TITLES])),
  born_on: Type.String({ description: 'YYYY-MM-DD, today at the latest' }),
  email: Type.String(),
  phone_number: Type.String({
    description: 'With country code, starting with +; spaces, hyphens, dots and brackets are removed',
    examples: ['+5511987654321'],
  }),
  identity_documents: Type.Optional(
    Type.Array(IdentityDocumentInput, { description: 'International flights need a passport' }),
  ),
  loyalty_programme_accounts: Type.Optional(Type.Array(LoyaltyAccount)),
  infant_passenger_id: Type.Optional(
    Type.String({ description: 'For an adult with a lap infant: the id of the infant' }),
  ),
})
export type PassengerInput = Type.Static<typeof PassengerInput>
