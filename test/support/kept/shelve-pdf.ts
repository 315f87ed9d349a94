// Renders and caches one PDF after the other.
import { makePdfShelf } from '../../../server/render/pdf/pdf-shelf.ts'

export const PDF_BYTES = 10_000
const shelf = makePdfShelf()

export async function shelvePdf(total: number): Promise<void> {
  await shelf('alfa', { total }, async () => Buffer.from(new Uint8Array(PDF_BYTES)))
}
