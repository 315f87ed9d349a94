// The form values of a trip, and their conversion to the request.
import type { Trip } from '../../../contract/trips.ts'

export interface TravellerDraft {
  /** '' for a new traveller. */
  id: string
  full_name: string
  born_on: string
  client_id: string
  companion_id: string
}

export interface TripDraft {
  client_id: string
  title: string
  /** '' for the person who saves a new trip. */
  seller_id: string
  travellers: TravellerDraft[]
}

export const EMPTY_TRIP: TripDraft = { client_id: '', title: '', seller_id: '', travellers: [] }

export function draftOfTrip({ client_id, title, seller, travellers }: Trip): TripDraft {
  return {
    client_id,
    title,
    seller_id: seller?.id ?? '',
    travellers: travellers.map((one) => ({
      id: one.id,
      full_name: one.full_name,
      born_on: one.born_on ?? '',
      client_id: one.client_id ?? '',
      companion_id: one.companion_id ?? '',
    })),
  }
}

export function tripBody({ client_id, title, seller_id, travellers }: TripDraft) {
  return {
    client_id,
    title: title.trim() || null,
    ...(seller_id !== '' && { seller_id }),
    travellers: travellers
      .filter(({ full_name: name }) => name.trim() !== '')
      .map(({ id, full_name, born_on, client_id: client, companion_id: companion }) => ({
        ...(id !== '' && { id }),
        full_name: full_name.trim(),
        born_on: born_on || null,
        client_id: client || null,
        companion_id: companion || null,
      })),
  }
}
