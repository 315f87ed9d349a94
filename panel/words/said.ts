// What the service and others have stored in English, as this reader understands it.
import { saidInPortuguese } from '../../contract/phrases/said-by-others.ts'
import { ACTION_NAMES, JOB_NAMES } from './actions.ts'
import { useLanguage } from './language.tsx'

/** Commands of whoever runs the installation keep their names. */
export function useActionName(): (action: string) => string {
  const language = useLanguage()
  return (action) => (language === 'en' ? action : (ACTION_NAMES[action] ?? JOB_NAMES[action] ?? action))
}

/** What banks, servers and the service itself have stored in English, for this reader. */
export function useSaidByOthers(): (text: string) => string {
  const language = useLanguage()
  return (text) => (language === 'en' ? text : saidInPortuguese(text))
}
