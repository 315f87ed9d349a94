// Starts the panel: query client, router and React.
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { currentPlace, go, startPlaces } from '../api/place.ts'
import { makeQueryClient } from '../api/query-client.ts'
import { forgetOffline, startOfflineWorker } from '../frame/offline-worker.ts'
import { withSearch } from '../kit/addresses.ts'
import { isDoor, PATHS } from '../kit/paths.ts'
import { LanguageProvider } from '../words/language.tsx'
import { prepareScreen, Router } from './router.tsx'

const client = makeQueryClient((why) => {
  const { path, search } = currentPlace()
  // Sign-in pages show such errors themselves.
  if (isDoor(path)) return
  void forgetOffline()
  // The team stays cached until another is chosen: the page shows the name of the team that was left.
  if (why === 'session') client.clear()
  else client.removeQueries({ queryKey: ['profile.read'] })
  const to = why === 'session' ? PATHS.signIn : PATHS.chooseTeam
  void go(to, { search: { next: withSearch(path, search) }, replace: true })
})

startOfflineWorker()

// The static page stays visible until the first screen is loaded.
void startPlaces(prepareScreen).then(draw)

function draw(): void {
  const place = document.getElementById('root')
  if (place === null) return
  createRoot(place).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={client}>
          <LanguageProvider>
            <Router />
          </LanguageProvider>
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  )
}
