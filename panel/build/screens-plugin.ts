// The module `screens:table`: path, help and loader of each screen, so that each screen is a chunk of its own.
import type { Plugin } from 'vite'
import { SCREEN_ROWS } from '../main/screens.ts'
import { ROOT } from './built-file.ts'
import { virtualModules } from './virtual-modules.ts'

/** The id of the module in the bundler. */
export const SCREEN_TABLE = '\0screens:table'

export function screensPlugin(): Plugin {
  return virtualModules('screens', () => {
    const rows = SCREEN_ROWS.map(
      ({ path, help, file }) =>
        `{ path: '${path}', help: ${JSON.stringify(help)}, load: () => import('${ROOT}${file}') },\n`,
    )
    return `export const SCREENS = [\n${rows.join('')}]`
  })
}
