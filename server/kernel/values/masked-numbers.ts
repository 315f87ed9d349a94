// Masks numbers of identity documents and loyalty programmes: enough to distinguish two, not enough to use
// one.
import type { BookingPassenger } from '../../../contract/bookings.ts'

const MASK = '***'
const SHOWN_CHARACTERS = 3
/** In a shorter number the last characters would reveal too much. */
const CHARACTERS_MIN = 8

export function maskNumber(number: string): string {
  return number.length < CHARACTERS_MIN ? MASK : `${MASK}${number.slice(-SHOWN_CHARACTERS)}`
}

/** A masked value must not be stored as if it were the number. */
export function isMasked(text: string): boolean {
  return text.startsWith(MASK)
}

export function withMaskedNumbers(passenger: BookingPassenger): BookingPassenger {
  return {
    ...passenger,
    identity_documents: passenger.identity_documents.map((document) => ({
      ...document,
      unique_identifier: maskNumber(document.unique_identifier),
    })),
    loyalty_programme_accounts: passenger.loyalty_programme_accounts.map((account) => ({
      ...account,
      account_number: maskNumber(account.account_number),
    })),
  }
}

export function withoutNumbers(
  passenger: BookingPassenger,
): Omit<BookingPassenger, 'identity_documents' | 'loyalty_programme_accounts'> {
  const { identity_documents, loyalty_programme_accounts, ...rest } = passenger
  return rest
}
