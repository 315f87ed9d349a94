// The language of this browser, known before the first render.
export type Language = 'pt' | 'en'

export const LOCALES = { pt: 'pt-BR', en: 'en' } as const

const NAME = 'embarque.language'
const listeners = new Set<() => void>()

/** The language chosen in this browser, or else the browser's preferred one. */
export function chosenLanguage(): Language {
  const chosen = localStorage.getItem(NAME)
  if (chosen === 'pt' || chosen === 'en') return chosen
  return navigator.language.startsWith('pt') ? 'pt' : 'en'
}

/** Whether the language was chosen in this browser, by the user or from the account. */
export function hasChosenLanguage(): boolean {
  return localStorage.getItem(NAME) !== null
}

export function chooseLanguage(language: Language): void {
  localStorage.setItem(NAME, language)
  sayLanguage()
  for (const listener of listeners) listener()
}

/** Sets the `lang` attribute for screen readers and styles. */
export function sayLanguage(): void {
  document.documentElement.lang = LOCALES[chosenLanguage()]
}

export function subscribeToLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
