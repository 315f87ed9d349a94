// What of an event is about people: the passengers of a booking. It is stored sealed, apart from the payload, which has
// a mark in its place, and put back wherever the event is read or sent, so that every delivery has the same bytes.
import type { SecretBox } from '../../kernel/crypto/secret-box.ts'

export interface StoredPayload {
  readonly payload: string
  readonly personal: Buffer | null
}

/** Nothing else in a payload can be written like this: quotes inside a text have a backslash before them. */
const MARK = '"passengers":"sealed"'

/** The object as its payload has it, and what was taken out, as JSON. */
export function cutPersonal(object: object): { shown: object; personal: string | null } {
  if (!('passengers' in object)) return { shown: object, personal: null }
  return { shown: { ...object, passengers: 'sealed' }, personal: JSON.stringify(object.passengers) }
}

export function sealPersonal(box: SecretBox, eventId: string, personal: string | null): Buffer | null {
  return personal === null ? null : box.seal(personal, placeOf(eventId))
}

/** The payload as it was emitted. */
export function wholePayload(box: SecretBox, eventId: string, { payload, personal }: StoredPayload): string {
  if (personal === null) return payload
  const passengers = box.open(personal, placeOf(eventId))
  return payload.replace(MARK, () => `"passengers":${passengers}`)
}

function placeOf(eventId: string): string {
  return `events.personal:${eventId}`
}
