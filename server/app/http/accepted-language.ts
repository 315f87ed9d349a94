// Which of our two languages a caller would rather read, as its Accept-Language tells: English unless it likes
// Portuguese better, of any country.
import type { Language } from '../../features/flights/reference/geography.ts'
import { readWishes, type Wish } from './read-wishes.ts'

const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ['pt', 'pt-BR'],
  ['en', 'en'],
])

export function acceptedLanguage(header: string | undefined): Language {
  const known = readWishes(header).filter(([name, quality]) => quality > 0 && languageOf(name) !== undefined)
  const best = known.reduce<Wish>((liked, wish) => (wish[1] > liked[1] ? wish : liked), ['en', 0])
  return languageOf(best[0]) ?? 'en'
}

/** By the first part of a tag: pt-PT is Portuguese too. */
function languageOf(tag: string): Language | undefined {
  return LANGUAGES.get(tag.split('-', 1)[0] ?? '')
}
