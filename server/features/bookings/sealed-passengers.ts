// Who travels is stored sealed: names, birthdays, addresses, documents. The store alone seals and opens them.
import type { SecretBox } from '../../kernel/crypto/secret-box.ts'

export function sealPassengers(
  box: SecretBox,
  { id, passengers }: { readonly id: string; readonly passengers: string },
): Buffer {
  return box.seal(passengers, placeOf(id))
}

/** As JSON. */
export function openPassengers(
  box: SecretBox,
  { id, passengers }: { readonly id: string; readonly passengers: Buffer },
): string {
  return box.open(passengers, placeOf(id))
}

function placeOf(bookingId: string): string {
  return `bookings.passengers:${bookingId}`
}
