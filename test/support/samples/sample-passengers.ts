// A sample family of a booking: two adults, a child, and a lap infant.
import type { PassengerInput } from '../../../contract/passengers.ts'
import type { OfferTraveller } from '../../../server/features/bookings/passengers.ts'

export const FAMILY: readonly OfferTraveller[] = [
  { id: 'pas_ana', type: 'adult' },
  { id: 'pas_rui', type: 'adult' },
  { id: 'pas_lia', type: 'child' },
  { id: 'pas_bia', type: 'infant_without_seat' },
]

/** Fits a trip in March 2027, at home or abroad. */
export function sampleFamily(): [PassengerInput, PassengerInput, PassengerInput, PassengerInput] {
  return [
    {
      ...person('pas_ana', 'Ana', '1990-05-17'),
      title: 'mrs',
      identity_documents: [
        passport('FX100001'),
        { type: 'tax_id', unique_identifier: '529.982.247-25', issuing_country_code: 'BR' },
      ],
      loyalty_programme_accounts: [{ airline_iata_code: 'LA', account_number: '1234567890' }],
      infant_passenger_id: 'pas_bia',
    },
    { ...person('pas_rui', 'Rui', '1988-11-02'), gender: 'm', identity_documents: [passport('FX100002')] },
    { ...person('pas_lia', 'Lia', '2019-01-30'), identity_documents: [passport('FX100003')] },
    { ...person('pas_bia', 'Bia', '2026-02-11'), identity_documents: [passport('FX100004')] },
  ]
}

function person(id: string, given_name: string, born_on: string): PassengerInput {
  return {
    id,
    given_name,
    family_name: "Souza d'Ávila",
    gender: 'f',
    born_on,
    email: `${given_name.toLowerCase()}@example.com`,
    phone_number: '+5511987654321',
  }
}

function passport(unique_identifier: string) {
  return {
    type: 'passport' as const,
    unique_identifier,
    issuing_country_code: 'BR',
    expires_on: '2031-08-01',
  }
}
