// The language context. Each screen has its own texts as a pair of Portuguese and English.
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { chosenLanguage, type Language, subscribeToLanguage } from './chosen-language.ts'

/** English has the type of Portuguese, so that a missing text does not compile. */
export interface Pair<T> {
  readonly pt: T
  readonly en: T
}

const Context = createContext<Language>('pt')

export function LanguageProvider({ children }: { children: ReactNode }) {
  const language = useSyncExternalStore(subscribeToLanguage, chosenLanguage)
  return <Context value={language}>{children}</Context>
}

export function useLanguage(): Language {
  return useContext(Context)
}

export function useWords<T>(pair: Pair<T>): T {
  return pair[useLanguage()]
}
