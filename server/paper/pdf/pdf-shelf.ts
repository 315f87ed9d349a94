// Caches PDFs. Drawing a long one keeps a processor busy for a while, and anybody with a link may ask for it as often
// as they like: so each is drawn once, and never two at the same time.
import { createHash } from 'node:crypto'

export type PdfShelf = (document: unknown, draw: () => Promise<Buffer>) => Promise<Buffer>

const BYTES_MAX = 32 * 1024 * 1024

/** The key covers everything that the document shows, so a changed document has another key. */
export function makePdfShelf(bytesMax = BYTES_MAX): PdfShelf {
  const kept = new Map<string, Buffer>()
  const begun = new Map<string, Promise<Buffer>>()
  let bytesKept = 0
  let last: Promise<unknown> = Promise.resolve()

  function keep(key: string, pdf: Buffer): void {
    if (pdf.length > bytesMax) return
    kept.set(key, pdf)
    bytesKept += pdf.length
    for (const [oldest, { length }] of kept) {
      if (bytesKept <= bytesMax) return
      kept.delete(oldest)
      bytesKept -= length
    }
  }

  function drawInTurn(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const drawing = last.then(draw).finally(() => begun.delete(key))
    begun.set(key, drawing)
    // A failure of this one must not fail the next in the queue.
    last = drawing.then(
      (pdf) => keep(key, pdf),
      () => {},
    )
    return drawing
  }

  return async (document, draw) => {
    const key = createHash('sha256').update(JSON.stringify(document)).digest('base64')
    const pdf = kept.get(key)
    if (pdf === undefined) return begun.get(key) ?? drawInTurn(key, draw)
    // The last in the map is the one that was asked for last.
    kept.delete(key)
    kept.set(key, pdf)
    return pdf
  }
}
