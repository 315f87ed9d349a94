// Opens the panel after a sign-in: the page that required it, or the start page. Users of several teams choose one
// first.
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { clearDrafts } from '../../api/drafts.ts'
import { navigate, useLocation } from '../../api/navigation.ts'
import { hasSignedIn, setPreferences } from '../../api/preferences.ts'
import { usePreferences } from '../../api/use-preferences.ts'
import { clearOfflineData } from '../../frame/offline-worker.ts'
import { PATHS } from '../../logic/paths.ts'
import { innerPath } from '../../logic/urls.ts'
import { chooseLanguage, hasChosenLanguage } from '../../words/chosen-language.ts'

export function useEntry() {
  const client = useQueryClient()
  const { team: wished } = usePreferences()
  const { next } = useLocation().search
  const to = innerPath(next) ?? PATHS.start
  return {
    hasEnded: next !== undefined && hasSignedIn(),
    /** Call with a session; opens the given team or the previous one. */
    enter: async (joined?: string, place = to) => {
      // Clears the data of a user who did not sign out in this browser.
      await clearOfflineData()
      const { id, teams, language } = await call('profile.read', {})
      clearDrafts(id)
      if (!hasChosenLanguage()) chooseLanguage(language === 'en' ? 'en' : 'pt')
      client.clear()
      const [only] = teams.length === 1 ? teams : teams.filter(({ id }) => id === (joined ?? wished))
      setPreferences({ team: only?.id })
      if (only === undefined) await navigate(PATHS.chooseTeam, { search: { next: place }, replace: true })
      else await navigate(place, { replace: true })
    },
  }
}
