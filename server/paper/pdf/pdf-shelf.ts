// Drawing a long PDF keeps one processor busy for a while, and whoever has a link may ask for it as often as they like:
// so the same one is drawn once, and never two at the same time.
import { createHash } from 'node:crypto'

export type PdfShelf = (document: unknown, draw: () => Promise<Buffer>) => Promise<Buffer>

const BYTES_MAX = 32 * 1024 * 1024

/** A document is known by all that it shows: one that changed is another one. */
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
    // Whoever comes next does not mind how this one ends.
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
