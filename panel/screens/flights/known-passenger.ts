// A passenger of the booking form, filled in from the file of a client.
import type { ResponseOf } from '../../api/operations.ts'
import { isMaskedNumber } from '../../logic/traveller-file.ts'
import type { TravellerFields } from './travellers.ts'

type KnownPassenger = ResponseOf<'clients.travellers'>[number]['passenger']

/** Replaces what the client's file knows; a masked number must be typed. */
export function filledPassenger(before: TravellerFields, known: KnownPassenger): TravellerFields {
  const passport = known.identity_documents?.find(({ type }) => type === 'passport')
  return {
    given_name: known.given_name ?? before.given_name,
    family_name: known.family_name ?? before.family_name,
    gender: known.gender ?? '',
    born_on: known.born_on ?? '',
    passport:
      passport === undefined
        ? { unique_identifier: '', issuing_country_code: 'BR', expires_on: '' }
        : {
            unique_identifier: isMaskedPassport(passport) ? '' : passport.unique_identifier,
            issuing_country_code: passport.issuing_country_code,
            expires_on: passport.expires_on ?? '',
          },
  }
}

export function isMaskedPassport(document: { type: string; unique_identifier: string }): boolean {
  return document.type === 'passport' && isMaskedNumber(document.unique_identifier)
}
