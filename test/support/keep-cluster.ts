// Caches a cluster that took seconds to create; of two concurrent runs, the second uses the first one's.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { copyCluster } from './data-dir.ts'

/** Stores the folder whole or not at all, and removes older ones with the same prefix. */
export function keepCluster(from: string, to: string, alike: string): void {
  const folder = dirname(to)
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder).filter((one) => one.startsWith(alike) && one !== basename(to)))
    rmSync(join(folder, name), { recursive: true, force: true })
  const fresh = mkdtempSync(join(folder, 'new-'))
  copyCluster(from, fresh)
  try {
    renameSync(fresh, to)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(to)) throw error
  }
}
