// The language of the reader. Each screen has words of its own, a pair of Portuguese and English, which come with it.
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'

export type Language = 'pt' | 'en'

/** English has the shape of Portuguese, so a missing word does not compile. */
export interface Pair<T> {
  readonly pt: T
  readonly en: T
}

export const LOCALES = { pt: 'pt-BR', en: 'en' } as const

const Context = createContext<Language>('pt')

export function LanguageProvider({ children }: { children: ReactNode }) {
  const language = useSyncExternalStore(subscribe, chosenLanguage)
  return <Context value={language}>{children}</Context>
}

export function useLanguage(): Language {
  return useContext(Context)
}

export function useWords<T>(pair: Pair<T>): T {
  return pair[useLanguage()]
}

const NAME = 'embarque.language'
const listeners = new Set<() => void>()

/** What was chosen on this machine, or else what the browser likes best. */
export function chosenLanguage(): Language {
  const chosen = localStorage.getItem(NAME)
  if (chosen === 'pt' || chosen === 'en') return chosen
  return navigator.language.startsWith('pt') ? 'pt' : 'en'
}

/** Whether it was chosen on this machine, by hand or from the person's account. */
export function hasChosenLanguage(): boolean {
  return localStorage.getItem(NAME) !== null
}

export function chooseLanguage(language: Language): void {
  localStorage.setItem(NAME, language)
  document.documentElement.lang = LOCALES[language]
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
