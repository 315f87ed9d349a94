// One file of the built panel and its dependencies.
import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

export interface BuiltFile {
  readonly name: string
  readonly bytes: Buffer
  /** Names of the chunks that a script imports statically. */
  readonly imports: readonly string[]
  /** Names of the style sheets of a script. */
  readonly styles: readonly string[]
  /** The entry source, if the file is a screen or the start. */
  readonly of: string | null
}

export const ROOT: string = fileURLToPath(new URL('../', import.meta.url))
export const PAGE = 'index.html'
/** The entry that every screen needs. */
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
