/** Finds what of an archive's log is missing or damaged: from there on nothing can be read. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PACKED, testPacked } from './pack-files.ts'

export interface Flaw {
  file: string
  /** As it is told. */
  what: string
  /** How many segments can be read before it. */
  readable: number
  cause?: Error
}

/** The first one among the segments that are read, in their order; null where all is whole. */
export async function findFlaw(walDir: string, segments: readonly string[]): Promise<Flaw | null> {
  for (const [readable, segment] of segments.entries()) {
    const file = `${segment}${PACKED}`
    if (!existsSync(join(walDir, file))) return { file, what: 'missing', readable }
    const cause = await testPacked(join(walDir, file)).then(
      () => null,
      (error: Error) => error,
    )
    if (cause !== null) return { file, what: `damaged (${cause.message})`, readable, cause }
  }
  return null
}

/** Those before the first one that is missing. */
export function untilGap(walDir: string, segments: readonly string[]): string[] {
  const gap = segments.findIndex((segment) => !existsSync(join(walDir, `${segment}${PACKED}`)))
  return gap === -1 ? [...segments] : segments.slice(0, gap)
}
