// Which compression a caller takes, as its Accept-Encoding tells: the one it likes best, and of equals the one we do.
import { readWishes } from './read-wishes.ts'

/** Ours in this order: as small as the next one in a fraction of its time. */
const ENCODINGS = ['zstd', 'br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

const OLD_NAMES: Readonly<Record<string, string>> = { 'x-gzip': 'gzip' }

/** Null where it takes none of them, or would rather have the answer as it is. */
export function acceptedEncoding(header: string | undefined): Encoding | null {
  const qualities = new Map(readWishes(header).map(([name, quality]) => [OLD_NAMES[name] ?? name, quality]))
  const qualityOf = (name: string) => qualities.get(name) ?? qualities.get('*') ?? 0
  const [best] = ENCODINGS.toSorted((a, b) => qualityOf(b) - qualityOf(a))
  if (best === undefined || qualityOf(best) === 0) return null
  return qualityOf(best) >= (qualities.get('identity') ?? 0) ? best : null
}
