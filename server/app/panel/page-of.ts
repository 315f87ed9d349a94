// Which page belongs to an address: that of its screen names the files it needs.
import { PAGE, type PanelFile, type PanelFiles } from './panel-files.ts'

const PAGES = 'pages/'

export function pageOf(files: PanelFiles, path: string): PanelFile | undefined {
  const asked = path === '' || path === PAGE ? ['index'] : path.replace(/\/$/, '').split('/')
  for (const [name, file] of files) if (name.startsWith(PAGES) && isOf(asked, name)) return file
  return files.get(PAGE)
}

/** `$id` stands for anything; the table of screens has what is exact first. */
function isOf(asked: readonly string[], name: string): boolean {
  const parts = name.slice(PAGES.length, -'.html'.length).split('/')
  return parts.length === asked.length && parts.every((part, n) => part === asked[n] || part.startsWith('$'))
}
