// Starts the panel: language, theme, the store of answers, the router.
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { forgetKept } from '../api/kept-list.ts'
import { makeQueryClient } from '../api/query-client.ts'
import { startOfflineWorker } from '../frame/offline-worker.ts'
import { applyTheme, chosenTheme } from '../frame/theme.ts'
import { PATHS } from '../kit/paths.ts'
import { chosenLanguage, LanguageProvider, LOCALES } from '../words/language.tsx'
import { makeRouter } from './router.tsx'

const router = makeRouter()
const client = makeQueryClient(() => {
  const { pathname, searchStr } = router.state.location
  if (pathname === PATHS.signIn) return
  client.clear()
  forgetKept()
  void router.navigate({ to: PATHS.signIn, search: { next: `${pathname}${searchStr}` }, replace: true })
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
