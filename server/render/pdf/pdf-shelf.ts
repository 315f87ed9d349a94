// Caches PDFs. Drawing a long one keeps a processor busy for a while, and anybody with a link may ask for it as often
// as they like: so each is drawn once, a team's never two at the same time, and the teams take turns.
import { createHash } from 'node:crypto'
import { makeFairQueue } from '../../kernel/process/fair-queue.ts'
import { makeByteCache, ownBytes } from '../../kernel/values/bounded.ts'

/** `whose` says whose turn it takes. What it returns is the caller's own, to be given away to another thread too. */
export type PdfShelf = (whose: string, document: unknown, draw: () => Promise<Buffer>) => Promise<Buffer>

const BYTES_MAX = 32 * 1024 * 1024
const DRAWN_AT_ONCE = 4

/** The key covers everything that the document shows, so a changed document has another key. */
export function makePdfShelf(bytesMax = BYTES_MAX): PdfShelf {
  const kept = makeByteCache<Buffer>(bytesMax, (pdf) => pdf.length)
  const begun = new Map<string, Promise<Buffer>>()
  // Whoever asks has a bounded number under way already. Drawing gives way between pages, so a short one does not wait
  // for the end of a long one.
  const turns = makeFairQueue({ slots: DRAWN_AT_ONCE, slotsEach: 1, waitingMax: Number.POSITIVE_INFINITY })

  function drawInTurn(whose: string, key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const drawing = turns
      .run(whose, async () => {
        const pdf = await draw()
        kept.keep(key, ownBytes(pdf))
        return pdf
      })
      .finally(() => begun.delete(key))
    begun.set(key, drawing)
    return drawing
  }

  function find(whose: string, key: string, draw: () => Promise<Buffer>): Buffer | Promise<Buffer> {
    return kept.get(key) ?? begun.get(key) ?? drawInTurn(whose, key, draw)
  }

  return async (whose, document, draw) => {
    const key = createHash('sha256').update(JSON.stringify(document)).digest('base64')
    return Buffer.from(await find(whose, key, draw))
  }
}
