// The texts of pages by language: one table each, of one form, and nowhere else.
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import { PAGE_WORDS_EN } from './page-words-en.ts'
import { PAGE_WORDS_PT, type PageTable } from './page-words-pt.ts'

export type PageWords = PageTable & { readonly lang: TeamLanguage }

const WORDS: Readonly<Record<TeamLanguage, PageWords>> = {
  'pt-BR': { ...PAGE_WORDS_PT, lang: 'pt-BR' },
  en: { ...PAGE_WORDS_EN, lang: 'en' },
}

export function pageWords(language: TeamLanguage): PageWords {
  return WORDS[language]
}

/** Whoever has no language of their own is written to in the agency's. */
export function languageFor(
  client: { readonly language: TeamLanguage | null },
  team: { readonly language: TeamLanguage },
): TeamLanguage {
  return client.language ?? team.language
}
