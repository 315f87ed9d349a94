// Ids of searches and of their offers. An offer's id is its search's with the place of the offer in its last ten bits,
// so that it leads to the stored search without an index of all offers.
import { ID_PREFIXES } from '../../../contract/ids.ts'
import { BASE32_ALPHABET } from '../../kernel/values/base32.ts'
import { isId, makeId } from '../../kernel/values/ids.ts'

const PLACE_LETTERS = 2
const SEARCH_ENDING = '00'

/** Ids grow, so one that differs from the last one before its ending differs from all. */
let lastStem = ''

export function makeSearchId(at: Date): string {
  for (;;) {
    const stem = stemOf(makeId('offerRequest', at))
    if (stem === lastStem) continue
    lastStem = stem
    return `${ID_PREFIXES.offerRequest}_${stem}${SEARCH_ENDING}`
  }
}

/** Places count from 0. */
export function offerIdOf(searchId: string, place: number): string {
  const number = place + 1
  const ending = BASE32_ALPHABET[number >> 5]! + BASE32_ALPHABET[number & 31]!
  return `${ID_PREFIXES.offer}_${stemOf(searchId)}${ending}`
}

export function readOfferId(id: string): { searchId: string; place: number } | undefined {
  if (!isId('offer', id)) return undefined
  const [high = '', low = ''] = id.slice(-PLACE_LETTERS)
  const number = BASE32_ALPHABET.indexOf(high) * 32 + BASE32_ALPHABET.indexOf(low)
  if (number === 0) return undefined
  return { searchId: `${ID_PREFIXES.offerRequest}_${stemOf(id)}${SEARCH_ENDING}`, place: number - 1 }
}

function stemOf(id: string): string {
  return id.slice(id.indexOf('_') + 1, -PLACE_LETTERS)
}
