// Caches PDFs. Rendering a long one takes processor time, and a public link may be requested often: so each
// is rendered once, a team's never two at a time, and teams take turns.
import { createHash } from 'node:crypto'
import { makeFairQueue } from '../../kernel/process/fair-queue.ts'
import { makeByteCache, ownBytes } from '../../kernel/values/bounded.ts'

/** `whose` is the owner of the turn. The caller owns the returned bytes and may transfer them to a thread. */
export type PdfShelf = (whose: string, document: unknown, draw: () => Promise<Buffer>) => Promise<Buffer>

const BYTES_MAX = 32 * 1024 * 1024
const DRAWN_AT_ONCE = 4

/** The key covers everything that the document shows, so a changed document has another key. */
export function makePdfShelf(bytesMax = BYTES_MAX): PdfShelf {
  const kept = makeByteCache<Buffer>(bytesMax, (pdf) => pdf.length)
  const begun = new Map<string, Promise<Buffer>>()
  // Callers are limited already. Rendering yields between pages, so a short document does not wait for the
  // end of a long one.
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
