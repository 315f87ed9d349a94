// What the pages of the documents load: one style, one script, the icon and the letters, each under the hash of its
// bytes, so that browsers keep them for ever. Colours and letters are the panel's.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PROJECT_DIR } from '../../kernel/process/project.ts'

export interface Asset {
  readonly type: string
  readonly bytes: Buffer
}

export interface Assets {
  readonly icon: string
  readonly style: string
  readonly script: string
  /** By their paths. */
  readonly files: ReadonlyMap<string, Asset>
}

const SHEETS = [
  'panel/theme/tokens.css',
  'panel/theme/fonts.css',
  'panel/theme/base.css',
  'server/app/docs/browser/docs.css',
]
const ICON = 'server/app/docs/browser/icon.svg'
const SCRIPT = 'server/app/docs/browser/docs.js'

export function readAssets(): Assets {
  const files = new Map<string, Asset>()
  const add = (name: string, type: string, bytes: Buffer): string => {
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
    const path = `/docs/assets/${name.replace(/(\.\w+)$/, `-${hash}$1`)}`
    files.set(path, { type, bytes })
    return path
  }
  const sheet = SHEETS.map((path) => readOwn(path).toString()).join('\n')
  const style = sheet.replaceAll(
    /url\("(?:\.\.\/)+(node_modules\/[^"]+)"\)/g,
    (_, path) => `url("${add(basename(path), 'font/woff2', readOwn(path))}")`,
  )
  return {
    icon: add('icon.svg', 'image/svg+xml', readOwn(ICON)),
    style: add('docs.css', 'text/css; charset=utf-8', Buffer.from(style)),
    script: add('docs.js', 'text/javascript; charset=utf-8', readOwn(SCRIPT)),
    files,
  }
}

function readOwn(path: string): Buffer {
  return readFileSync(join(PROJECT_DIR, path))
}
