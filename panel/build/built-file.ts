// One file of the built panel, with what it needs and what it was made of.
import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

export interface BuiltFile {
  readonly name: string
  readonly bytes: Buffer
  /** Names of the chunks that a script loads at once with itself. */
  readonly imports: readonly string[]
  /** Names of the style sheets that belong to a script. */
  readonly styles: readonly string[]
  /** The source that begins it, where it is a screen or the start. */
  readonly of: string | null
}

export const ROOT: string = fileURLToPath(new URL('../', import.meta.url))
export const PAGE = 'index.html'
/** What is loaded behind the page's own script, whatever the screen. */
export const START = 'main/start.tsx'

export function builtFile(one: Rolldown.OutputChunk | Rolldown.OutputAsset): BuiltFile {
  if (one.type === 'asset') return plainFile({ name: one.fileName, bytes: Buffer.from(one.source) })
  const source = one.moduleIds.includes(`${ROOT}${START}`) ? `${ROOT}${START}` : one.facadeModuleId
  return {
    name: one.fileName,
    bytes: Buffer.from(one.code),
    imports: one.imports,
    styles: [...(one.viteMetadata?.importedCss ?? [])],
    of: source?.startsWith(ROOT) ? source.slice(ROOT.length) : null,
  }
}

export function plainFile({ name, bytes }: { name: string; bytes: Buffer }): BuiltFile {
  return { name, bytes, imports: [], styles: [], of: null }
}
