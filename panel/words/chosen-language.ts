// Which language the reader has chosen on this machine, known before anything is drawn.
export type Language = 'pt' | 'en'

export const LOCALES = { pt: 'pt-BR', en: 'en' } as const

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
  sayLanguage()
  for (const listener of listeners) listener()
}

/** To readers of screens, and to the styles. */
export function sayLanguage(): void {
  document.documentElement.lang = LOCALES[chosenLanguage()]
}

export function subscribeToLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
