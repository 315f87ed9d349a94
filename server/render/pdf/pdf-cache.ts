// Caches PDFs: rendering takes processor time, and a public link may be requested often. The caller's queue gives
// each owner one document at a time; here the same document is rendered once.
import { createHash } from 'node:crypto'
import { makeByteCache } from '../../kernel/values/bounded.ts'
import { ownBytes } from '../../kernel/values/bytes.ts'

/** The caller owns the returned bytes and may transfer them to a thread. */
export type PdfCache = (document: unknown, draw: () => Promise<Buffer>) => Promise<Buffer>

const BYTES_MAX = 32 * 1024 * 1024

/** The key covers everything that the document shows, so a changed document has another key. */
export function makePdfCache(bytesMax = BYTES_MAX): PdfCache {
  const kept = makeByteCache<Buffer>(bytesMax, (pdf) => pdf.length)
  const begun = new Map<string, Promise<Buffer>>()

  async function render(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    try {
      const pdf = await draw()
      kept.keep(key, ownBytes(pdf))
      return pdf
    } finally {
      begun.delete(key)
    }
  }

  return async (document, draw) => {
    const key = createHash('sha256').update(JSON.stringify(document)).digest('base64')
    const known = kept.get(key) ?? begun.get(key)
    if (known !== undefined) return Buffer.from(await known)
    const rendering = render(key, draw)
    begun.set(key, rendering)
    return Buffer.from(await rendering)
  }
}
