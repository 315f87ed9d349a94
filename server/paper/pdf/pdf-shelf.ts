// Caches PDFs. Drawing a long one keeps a processor busy for a while, and anybody with a link may ask for it as often
// as they like: so each is drawn once, never two at the same time, and the teams take turns.
import { createHash } from 'node:crypto'
import { makeFairQueue } from '../../base/process/fair-queue.ts'

/** `whose` says whose turn it takes. What it returns is the caller's own, to be given away to another thread too. */
export type PdfShelf = (whose: string, document: unknown, draw: () => Promise<Buffer>) => Promise<Buffer>

const BYTES_MAX = 32 * 1024 * 1024

/** The key covers everything that the document shows, so a changed document has another key. */
export function makePdfShelf(bytesMax = BYTES_MAX): PdfShelf {
  const kept = new Map<string, Buffer>()
  const begun = new Map<string, Promise<Buffer>>()
  let bytesKept = 0
  // Whoever asks has a bounded number under way already.
  const turns = makeFairQueue({ slots: 1, slotsEach: 1, waitingMax: Number.POSITIVE_INFINITY })

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

  function drawInTurn(whose: string, key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const drawing = turns
      .run(whose, async () => {
        const pdf = await draw()
        keep(key, pdf)
        return pdf
      })
      .finally(() => begun.delete(key))
    begun.set(key, drawing)
    return drawing
  }

  function find(whose: string, key: string, draw: () => Promise<Buffer>): Buffer | Promise<Buffer> {
    const pdf = kept.get(key)
    if (pdf === undefined) return begun.get(key) ?? drawInTurn(whose, key, draw)
    // The last in the map is the one that was asked for last.
    kept.delete(key)
    kept.set(key, pdf)
    return pdf
  }

  return async (whose, document, draw) => {
    const key = createHash('sha256').update(JSON.stringify(document)).digest('base64')
    return Buffer.from(await find(whose, key, draw))
  }
}
