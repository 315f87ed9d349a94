// Starts the panel: query client, router and React.
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { currentLocation, navigate, startNavigation } from '../api/navigation.ts'
import { makeQueryClient } from '../api/query-client.ts'
import { clearOfflineData, startOfflineWorker } from '../frame/offline-worker.ts'
import { isSignInPath, PATHS } from '../logic/paths.ts'
import { withSearch } from '../logic/urls.ts'
import { LanguageProvider } from '../words/language.tsx'
import { prepareScreen, Router } from './router.tsx'

const client = makeQueryClient((why) => {
  const { path, search } = currentLocation()
  // Sign-in pages show such errors themselves.
  if (isSignInPath(path)) return
  void clearOfflineData()
  // The team stays cached until another is chosen: the page shows the name of the team that was left.
  if (why === 'session') client.clear()
  else client.removeQueries({ queryKey: ['profile.read'] })
  const to = why === 'session' ? PATHS.signIn : PATHS.chooseTeam
  void navigate(to, { search: { next: withSearch(path, search) }, replace: true })
})

startOfflineWorker()

// The static page stays visible until the first screen is loaded.
void startNavigation(prepareScreen).then(renderPanel)

function renderPanel(): void {
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
