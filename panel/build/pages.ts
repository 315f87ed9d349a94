// Creates the HTML page of each screen, which preloads all files that the screen needs, so that they load in parallel.
import { PANEL_PATH } from '../../contract/links.ts'
import { isSignInPath } from '../logic/paths.ts'
import { SCREEN_ROWS } from '../main/screens.ts'
import { type BuiltFile, PAGE, plainFile, START } from './built-file.ts'

/** One page for each screen, such as `pages/voos/ofertas/$id.html`, and one for unknown paths. */
export function pagesOf(files: readonly BuiltFile[]): BuiltFile[] {
  const byName = new Map(files.map((file) => [file.name, file]))
  const page = byName.get(PAGE)?.bytes.toString() ?? ''
  const filled = (path: string, sources: readonly string[]) => {
    const entries = files.filter(({ of }) => sources.some((source) => of === source))
    const links = namesOf(entries, byName).map(linkTo)
    return Buffer.from(withSignInMark(page, path).replace('</head>', `${links.join('')}</head>`))
  }
  return [
    plainFile({ name: PAGE, bytes: filled('', [START]) }),
    ...SCREEN_ROWS.map(({ path, file }) =>
      plainFile({
        name: `pages${path === '/' ? '/index' : path}.html`,
        bytes: filled(path, [START, file]),
      }),
    ),
  ]
}

/** Marks sign-in pages for the styles that apply before any script runs. */
function withSignInMark(page: string, path: string): string {
  return isSignInPath(path) ? page.replace('<html ', '<html data-sign-in ') : page
}

/** The given chunks, their static imports, and the style sheets of all of them. */
function namesOf(entries: readonly BuiltFile[], byName: ReadonlyMap<string, BuiltFile>): string[] {
  const all = new Set(entries)
  // A Set iterates over entries that are added during the loop.
  for (const { imports } of all)
    for (const name of imports) {
      const file = byName.get(name)
      if (file !== undefined && file.of !== PAGE) all.add(file)
    }
  const largestFirst = [...all].sort((one, other) => other.bytes.length - one.bytes.length)
  return [...new Set(largestFirst.flatMap(({ name, styles }) => [...styles, name]))]
}

function linkTo(name: string): string {
  const kind = name.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'
  return `<link ${kind} crossorigin href="${PANEL_PATH}/${name}">`
}
