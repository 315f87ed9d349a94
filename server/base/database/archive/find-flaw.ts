/** Finds what of an archive's log is missing or damaged: from there on nothing can be read. */
import { join } from 'node:path'
import { PACKED, testPacked } from './pack-files.ts'
import { missingSegment } from './wal-segments.ts'

export interface Flaw {
  file: string
  /** As it is told. */
  what: string
  cause?: Error
}

/** The first one among those that a base backup needs from its first segment on; null where all is whole. */
export async function findFlaw(walDir: string, names: readonly string[], from: string): Promise<Flaw | null> {
  const gap = missingSegment(names, from)
  const missing: Flaw | null = gap === null ? null : { file: `${gap}${PACKED}`, what: 'missing' }
  const before = names.filter((name) => missing === null || name < missing.file).sort()
  return (await findDamage(walDir, before)) ?? missing
}

/** Where its first segment is flawed, there is nothing to begin with. */
export async function findFirstFlaw(
  walDir: string,
  names: readonly string[],
  from: string,
): Promise<Flaw | null> {
  const file = `${from}${PACKED}`
  return names.includes(file) ? findDamage(walDir, [file]) : { file, what: 'missing' }
}

async function findDamage(walDir: string, names: readonly string[]): Promise<Flaw | null> {
  for (const file of names) {
    const cause = await testPacked(join(walDir, file)).then(
      () => null,
      (error: Error) => error,
    )
    if (cause !== null) return { file, what: `damaged (${cause.message})`, cause }
  }
  return null
}
