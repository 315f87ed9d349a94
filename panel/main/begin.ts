// What the page runs first, and alone: look and language, the answers that its screen will read, and then the rest.
import { PANEL_PATH } from '../../contract/links.ts'
import { applyTheme, chosenTheme } from '../frame/theme.ts'
import { isDoor } from '../kit/paths.ts'
import { sayLanguage } from '../words/chosen-language.ts'
import { beginReads } from './begin-reads.ts'

const path = location.pathname.slice(PANEL_PATH.length).replace(/\/$/, '') || '/'
applyTheme(chosenTheme())
sayLanguage()
// A page that was kept for days without a network was of another address.
document.documentElement.toggleAttribute('data-door', isDoor(path))
beginReads(path)
void import('./start.tsx')
