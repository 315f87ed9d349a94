// A DATA_DIR with a panel of one empty page, for the services of a run: none builds the real one because a test asks
// for every address there is. The panel has tests of its own.
import { join } from 'node:path'
import { keep } from '../../../server/http/panel/keep-panel.ts'
import { hashOfSources, PAGE } from '../../../server/http/panel/panel-files.ts'
import { temporaryFolder } from '../data-dir.ts'

export function barePanelDir(): string {
  const dataDir = temporaryFolder()
  const page = { name: PAGE, type: 'text/html; charset=utf-8', bytes: '', packed: {} }
  keep(join(dataDir, 'panel'), hashOfSources(), JSON.stringify(page))
  return dataDir
}
