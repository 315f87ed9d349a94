// Translates texts that the service, banks and other servers have stored in English.
import { saidInPortuguese } from '../../contract/phrases/said-by-others.ts'
import { actionWords } from './actions.ts'
import { useLanguage, useWords } from './language.tsx'

/** Commands of the operator keep their names. */
export function useActionName(): (action: string) => string {
  const { actions, jobs } = useWords(actionWords)
  return (action) => actions[action] ?? jobs[action] ?? action
}

/** Portuguese versions of texts that banks, servers and the service have stored in English. */
export function useTranslate(): (text: string) => string {
  const language = useLanguage()
  return (text) => (language === 'en' ? text : saidInPortuguese(text))
}
