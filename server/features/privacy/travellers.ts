// Which travellers of a booking are a person.

import { isPerson, type Person, textsOfTraveller } from '../../kernel/values/erase-person.ts'
import type { Travel } from '../bookings/traveller-store.ts'

export const isTheirBooking = ({ client_id }: Travel, { ids }: Person) => ids.includes(client_id)

/** A booking of theirs, or one of somebody else's in which they travel: a namesake's is neither. */
export function isAbout(travel: Travel, person: Person): boolean {
  return isTheirBooking(travel, person) || travellersWho(travel, person).length > 0
}

export function travellersWho(travel: Travel, person: Person): Record<string, unknown>[] {
  const travellers: Record<string, unknown>[] = JSON.parse(travel.passengers)
  return travellers.filter((one) => isPerson(one, person, isTheirBooking(travel, person)))
}

/** All by which they are known there. */
export function textsIn(travel: Travel, person: Person): string[] {
  return travellersWho(travel, person).flatMap(textsOfTraveller)
}
