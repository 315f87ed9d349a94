// Renders and caches one PDF after the other.
import { makePdfCache } from '../../../server/render/pdf/pdf-cache.ts'

export const PDF_BYTES = 10_000
const cache = makePdfCache()

export async function cachePdf(total: number): Promise<void> {
  await cache({ total }, async () => Buffer.from(new Uint8Array(PDF_BYTES)))
}
