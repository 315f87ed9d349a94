// Keeps the built panel by the hash of its sources, so that only the first start after a change has to build it.
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readOwnFile, writeNewFile } from '../../kernel/process/own-files.ts'
import { type PanelFiles, readPanelFiles } from './panel-files.ts'

/** Undefined where it was not kept, or cannot be read. */
export function readKept(folders: readonly string[], hash: string): PanelFiles | undefined {
  for (const folder of folders) {
    try {
      const kept = readOwnFile(join(folder, nameOf(hash)))
      if (kept !== undefined) return readPanelFiles(kept.toString())
    } catch {
      // Somebody else's, no plain file, or not whole: it is built anew.
    }
  }
}

/** Whole or not at all, and instead of those of earlier sources. Says whether it could be kept. */
export function keep(folder: string, hash: string, text: string): boolean {
  const name = nameOf(hash)
  const half = `${name}.${process.pid}`
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // One that died at this, and had our number: in a container, every start has the same.
    rmSync(join(folder, half), { force: true })
    writeNewFile(join(folder, half), text)
    renameSync(join(folder, half), join(folder, name))
    for (const other of readdirSync(folder)) if (other !== name && isOurs(other)) rmSync(join(folder, other))
    return true
  } catch {
    // A copy that may only be read: the panel stays in memory.
    return false
  }
}

function nameOf(hash: string): string {
  return `panel-${hash}.jsonl`
}

function isOurs(name: string): boolean {
  return /^panel-[0-9a-f]{32}\.jsonl(?:\.\d+)?$/.test(name)
}
