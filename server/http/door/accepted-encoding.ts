// Which compression a caller takes, as its Accept-Encoding tells: the one it likes best, and of equals the one we do.

/** Ours in this order: as small as the next one in a fraction of its time. */
const ENCODINGS = ['zstd', 'br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

const OLD_NAMES: Readonly<Record<string, string>> = { 'x-gzip': 'gzip' }
const QUALITY = /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/** Null where it takes none of them, or would rather have the answer as it is. */
export function acceptedEncoding(header: string | undefined): Encoding | null {
  if (header === undefined) return null
  const qualities = new Map(header.toLowerCase().split(',').map(readWish))
  const qualityOf = (name: string) => qualities.get(name) ?? qualities.get('*') ?? 0
  const [best] = ENCODINGS.toSorted((a, b) => qualityOf(b) - qualityOf(a))
  if (best === undefined || qualityOf(best) === 0) return null
  return qualityOf(best) >= (qualities.get('identity') ?? 0) ? best : null
}

/** A name and how much it is liked, from 0 to 1; what cannot be read is not liked. */
function readWish(text: string): [string, number] {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim())
  const known = OLD_NAMES[name] ?? name
  if (parameters.length === 0) return [known, 1]
  const [, quality = '0'] = QUALITY.exec(parameters[0] ?? '') ?? []
  return [known, Number(quality)]
}
