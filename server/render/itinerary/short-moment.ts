// A moment as people write it in a sentence: the day without its year, and the time.
import { type Language, shortDate } from './itinerary-words.ts'

/** 16/11, 11:15, or in English 16 Nov, 11:15. */
export function shortMoment(at: Date, zone: string, language: Language): string {
  const local = at.toTemporalInstant().toZonedDateTimeISO(zone)
  const day = shortDate(local.toPlainDate(), language).replace(/[ /]\d{4}$/, '')
  return `${day}, ${local.toPlainTime().toString({ smallestUnit: 'minute' })}`
}
