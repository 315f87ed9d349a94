// What is sent to book an offer and to confirm a booking.
import Type from 'typebox'
import { BOOKING_TYPES, GENDERS, IdentityDocument, LoyaltyAccount, TITLES } from './bookings.ts'
import { AnyObject, CheckedByHand } from './common.ts'

export const METADATA_BYTES_MAX = 16 * 1024

export const PassengerInput = Type.Object({
  id: Type.String({ description: 'Passenger id of the offer (pas_)' }),
  given_name: Type.String({ description: 'As on the document' }),
  family_name: Type.String({ description: 'As on the document' }),
  gender: Type.Enum([...GENDERS]),
  title: Type.Optional(Type.Enum([...TITLES])),
  born_on: Type.String({ description: 'YYYY-MM-DD, today at the latest' }),
  email: Type.String(),
  phone_number: Type.String({
    description: 'With country code, starting with +',
    examples: ['+5511987654321'],
  }),
  identity_documents: Type.Optional(
    Type.Array(IdentityDocument, { description: 'International flights need a passport' }),
  ),
  loyalty_programme_accounts: Type.Optional(Type.Array(LoyaltyAccount)),
  infant_passenger_id: Type.Optional(
    Type.String({ description: 'For an adult with a lap infant: the id of the infant' }),
  ),
})
export type PassengerInput = Type.Static<typeof PassengerInput>

export const BalancePayment = Type.Object({
  type: Type.Literal('balance'),
  amount: Type.String({ description: "The offer's total_amount" }),
  currency: Type.String({ description: "The offer's total_currency" }),
})

/** Not validated by schema: the contract has its own error texts and order, see bookings/read-booking-input. */
export const BookingInput = CheckedByHand(
  AnyObject,
  Type.Object({
    offerId: Type.String({ description: 'Offer id (off_)' }),
    type: Type.Enum([...BOOKING_TYPES]),
    passengers: Type.Array(PassengerInput),
    payments: Type.Optional(
      Type.Array(BalancePayment, { maxItems: 1, description: 'Required when type is instant' }),
    ),
    metadata: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Any JSON object up to 16 KiB, echoed back',
      }),
    ),
    services: Type.Optional(
      Type.Array(Type.Unknown(), { description: 'Not there yet: anything but an empty list is refused' }),
    ),
    client_id: Type.Optional(
      Type.String({ description: 'The client it is for; found or made from the first adult if left out' }),
    ),
  }),
)

export const ConfirmInput = CheckedByHand(AnyObject, Type.Object({ payment: BalancePayment }))
