// The first script of the page: applies theme and language, prefetches responses, then loads the rest.
import { PANEL_PATH } from '../../contract/links.ts'
import { applyTheme, chosenTheme } from '../frame/theme.ts'
import { isSignInPath } from '../logic/paths.ts'
import { sayLanguage } from '../words/chosen-language.ts'
import { prefetchReads } from './prefetch.ts'

const path = location.pathname.slice(PANEL_PATH.length).replace(/\/$/, '') || '/'
applyTheme(chosenTheme())
sayLanguage()
// A page from the offline cache may belong to another path.
document.documentElement.toggleAttribute('data-sign-in', isSignInPath(path))
prefetchReads(path)
void import('./start.tsx')
