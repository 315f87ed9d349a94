// Who travels is stored sealed: names, birthdays, addresses, documents. The store alone seals and opens them.
import type { SecretBox } from '../base/secrets/secret-box.ts'

interface Stored {
  readonly id: string
  readonly content: string
  readonly passengers: Buffer | null
}

export function sealPassengers(
  box: SecretBox,
  { id, passengers }: { readonly id: string; readonly passengers: string },
): Buffer {
  return box.seal(passengers, placeOf(id))
}

/** As JSON. A row of before there was sealing has them in its content, until housekeeping comes by. */
export function openPassengers(box: SecretBox, { id, passengers, content }: Stored): string {
  if (passengers !== null) return box.open(passengers, placeOf(id))
  return JSON.stringify(JSON.parse(content).passengers)
}

function placeOf(bookingId: string): string {
  return `bookings.passengers:${bookingId}`
}
