// Which font file has which characters. Each family comes in slices with a table of their ranges; the family of our
// papers is asked first, the others write what it cannot.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const FAMILIES = [
  'noto-sans',
  'noto-sans-symbols',
  'noto-sans-hebrew',
  'noto-sans-arabic',
  'noto-sans-thai',
  'noto-sans-sc',
  'noto-sans-jp',
  'noto-sans-tc',
  'noto-sans-kr',
  'noto-emoji',
]

export interface Slice {
  /** Of the font, as an address in the file system. */
  readonly file: string
  readonly ranges: readonly (readonly [first: number, last: number])[]
}

const fileOf = (name: string) => fileURLToPath(import.meta.resolve(name))

/** Those that may have a character, by their tables; whether they do, the files know. */
export async function* slicesFor(codePoint: number): AsyncGenerator<Slice> {
  for (const family of FAMILIES) {
    for (const slice of await slicesOf(family)) {
      if (slice.ranges.some(([first, last]) => codePoint >= first && codePoint <= last)) yield slice
    }
  }
}

const known = new Map<string, Promise<Slice[]>>()

/** A table is read when the families before it lack something. */
function slicesOf(family: string): Promise<Slice[]> {
  return known.getOrInsertComputed(family, async () => {
    const name = `@fontsource-variable/${family}`
    const table: Record<string, string> = JSON.parse(await readFile(fileOf(`${name}/unicode.json`), 'utf8'))
    return Object.entries(table).map(([slice, ranges]) => ({
      file: fileOf(`${name}/files/${family}-${slice.replace(/[[\]]/g, '')}-wght-normal.woff2`),
      ranges: ranges.split(',').map(rangeOf),
    }))
  })
}

/** U+0100-02BA, or U+0131 alone. */
function rangeOf(text: string): readonly [number, number] {
  const [first = '', last = first] = text.replace('U+', '').split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}
