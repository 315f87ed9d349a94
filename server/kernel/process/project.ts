// The installation's folder, version and entry points of other processes.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const PROJECT_DIR: string = fileURLToPath(new URL('../../../', import.meta.url))

export const VERSION: string = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version

/**
 * The file beside the caller's (`import.meta.url`) with the caller's suffix: sources and compiled files have
 * the same layout.
 */
export function beside(caller: string, name: string): URL {
  return new URL(`${name}${/\.\w+$/.exec(caller)?.[0] ?? '.ts'}`, caller)
}
