// Starts the panel: language, theme, the store of answers, the router.
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { makeQueryClient } from '../api/query-client.ts'
import { forgetOffline, startOfflineWorker } from '../frame/offline-worker.ts'
import { applyTheme, chosenTheme } from '../frame/theme.ts'
import { PATHS } from '../kit/paths.ts'
import { chosenLanguage, LanguageProvider, LOCALES } from '../words/language.tsx'
import { makeRouter } from './router.tsx'
import { DOORS } from './screen-table.ts'

const router = makeRouter()
const client = makeQueryClient((why) => {
  const { pathname, searchStr } = router.state.location
  // A door says by itself what is refused there.
  if (DOORS.some(({ path }) => path === pathname)) return
  void forgetOffline()
  // The answers of the team stay until another is chosen: its name says which one is over.
  if (why === 'session') client.clear()
  else client.removeQueries({ queryKey: ['profile.read'] })
  const to = why === 'session' ? PATHS.signIn : PATHS.chooseTeam
  void router.navigate({ to, search: { next: `${pathname}${searchStr}` }, replace: true })
})

applyTheme(chosenTheme())
document.documentElement.lang = LOCALES[chosenLanguage()]
startOfflineWorker()

const place = document.getElementById('root')
if (place !== null)
  createRoot(place).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={client}>
          <LanguageProvider>
            <RouterProvider router={router} />
          </LanguageProvider>
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  )
