// Opens the panel after a sign-in: the page that required it, or the start page. Users of several teams choose one
// first.
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { forgetDrafts } from '../../api/drafts.ts'
import { go, usePlace } from '../../api/place.ts'
import { useWishes } from '../../api/use-wishes.ts'
import { hasBeenIn, wish } from '../../api/wishes.ts'
import { forgetOffline } from '../../frame/offline-worker.ts'
import { innerPath } from '../../kit/addresses.ts'
import { PATHS } from '../../kit/paths.ts'
import { chooseLanguage, hasChosenLanguage } from '../../words/chosen-language.ts'

export function useEntry() {
  const client = useQueryClient()
  const { team: wished } = useWishes()
  const { next } = usePlace().search
  const to = innerPath(next) ?? PATHS.start
  return {
    hasEnded: next !== undefined && hasBeenIn(),
    /** Call with a session; opens the given team or the previous one. */
    enter: async (joined?: string, place = to) => {
      // Clears the data of a user who did not sign out in this browser.
      await forgetOffline()
      const { id, teams, language } = await call('profile.read', {})
      forgetDrafts(id)
      if (!hasChosenLanguage()) chooseLanguage(language === 'en' ? 'en' : 'pt')
      client.clear()
      const [only] = teams.length === 1 ? teams : teams.filter(({ id }) => id === (joined ?? wished))
      wish({ team: only?.id })
      if (only === undefined) await go(PATHS.chooseTeam, { search: { next: place }, replace: true })
      else await go(place, { replace: true })
    },
  }
}
