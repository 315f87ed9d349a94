// What an item is called in lists: its description, its flights, or its kind and supplier.
import type { TripItem } from '../../../contract/trips.ts'
import { useWords } from '../../words/language.tsx'
import { tripWords } from '../../words/trips.ts'
import { routeOf } from './trip-days.ts'

type Named = Pick<TripItem, 'kind' | 'description' | 'supplier_name' | 'place' | 'flight'>

export function useItemName(): (item: Named) => string {
  const { kinds } = useWords(tripWords)
  return ({ kind, description, supplier_name: supplier, place, flight }) => {
    if (description !== null && description.trim() !== '') return description
    const route = routeOf(flight?.segments ?? [])
    return [kinds[kind], route || supplier || place].filter(Boolean).join(' · ')
  }
}
