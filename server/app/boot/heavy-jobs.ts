// Which function does each kind of heavy work, here or in a thread.

import { readReceipt } from '../../features/bookings/receipt.ts'
import { searchFlights } from '../../features/flights/search.ts'
import { termsOf } from '../../features/flights/search.ts'
import type { HeavyJobs } from '../../features/heavy-work.ts'
import { previewPdf } from '../../features/invoices/brand-preview.ts'
import {
  sharedInvoicePage,
  sharedInvoicePdf,
  sharedQuotePage,
  sharedQuotePdf,
} from '../../features/invoices/documents/documents.ts'
import { payerBoletoPdf, payerQrPng } from '../../features/invoices/public-pages.ts'
import { scopeOf, type World } from '../../features/world.ts'
import { makeFairQueue } from '../../kernel/process/fair-queue.ts'
import { makePdfShelf } from '../../render/pdf/pdf-shelf.ts'
import { makeLogo } from '../../render/pictures/make-logo.ts'

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
