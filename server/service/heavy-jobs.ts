// Which function does each kind of heavy work, here or in a thread.
import { makeFairQueue } from '../kernel/process/fair-queue.ts'
import { readReceipt } from '../bookings/read-receipt.ts'
import { searchFlights } from '../flights/search-flights.ts'
import { termsOf } from '../flights/search-terms.ts'
import { payerBoletoPdf, payerQrPng } from '../http/routes/payer-pages.ts'
import {
  sharedInvoicePage,
  sharedInvoicePdf,
  sharedQuotePage,
  sharedQuotePdf,
} from '../invoicing/documents/shared-documents.ts'
import { previewPdf } from '../notices/brand-preview.ts'
import type { HeavyJobs } from '../outside/heavy-work.ts'
import { makePdfShelf } from '../paper/pdf/pdf-shelf.ts'
import { makeLogo } from '../paper/pictures/make-logo.ts'
import { scopeOf, type World } from '../world.ts'

export function makeJobs(world: World): HeavyJobs {
  const shelf = makePdfShelf()
  // Pictures are read on the few threads that passwords, files and names need too.
  const pictures = makeFairQueue({ slots: 1, slotsEach: 1, waitingMax: Number.POSITIVE_INFINITY })
  return {
    search: async ({ owner, body, terms }) => ({
      content: await searchFlights(world, await scopeOf(world, owner), body, termsOf(world, terms)),
    }),
    receipt: ({ owner, id }) => readReceipt(world, owner, id),
    invoicePage: ({ token, saysPaid }) => sharedInvoicePage(world, token, saysPaid),
    quotePage: ({ token, look }) => sharedQuotePage(world, token, look),
    invoicePdf: ({ token }) => sharedInvoicePdf(world, shelf, token),
    quotePdf: ({ token }) => sharedQuotePdf(world, shelf, token),
    brandPdf: ({ token }) => previewPdf(world, token),
    boletoPdf: ({ token }) => payerBoletoPdf(world, token),
    qrPng: ({ token }) => payerQrPng(world, token),
    logo: ({ file }) => pictures.run('all', () => makeLogo(file)),
  }
}
