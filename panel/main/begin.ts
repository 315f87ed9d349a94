// The first script of the page: applies theme and language, prefetches responses, then loads the rest.
import { PANEL_PATH } from '../../contract/links.ts'
import { applyTheme, chosenTheme } from '../frame/theme.ts'
import { isDoor } from '../kit/paths.ts'
import { sayLanguage } from '../words/chosen-language.ts'
import { beginReads } from './begin-reads.ts'

const path = location.pathname.slice(PANEL_PATH.length).replace(/\/$/, '') || '/'
applyTheme(chosenTheme())
sayLanguage()
// A page from the offline cache may belong to another path.
document.documentElement.toggleAttribute('data-door', isDoor(path))
beginReads(path)
void import('./start.tsx')
