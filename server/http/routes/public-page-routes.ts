// Binds what payers and clients of an agency open by a link.
import type { PUBLIC_PAGE_OPERATIONS } from '../../../contract/operations/public-pages.ts'
import {
  answerSharedQuote,
  sharedInvoicePage,
  sharedInvoicePdf,
  sharedInvoiceStatus,
  sharedQuotePage,
  sharedQuotePdf,
} from '../../invoicing/documents/shared-documents.ts'
import { makePdfShelf } from '../../paper/pdf/pdf-shelf.ts'
import type { World } from '../../world.ts'
import type { Bindings } from '../door/bindings.ts'
import { payerBoletoPage, payerBoletoPdf, payerQrPng, payerQrSvg } from './payer-pages.ts'

export function publicPageRoutes(world: World): Bindings<typeof PUBLIC_PAGE_OPERATIONS> {
  const shelf = makePdfShelf()
  return {
    'payer.qrSvg': ({ params }) => payerQrSvg(world, params.token),
    'payer.qrPng': ({ params }) => payerQrPng(world, params.token),
    'payer.boleto': ({ params }) => payerBoletoPage(world, params.token),
    'payer.boletoPdf': ({ params }) => payerBoletoPdf(world, params.token),
    'shared.invoice': ({ params }) => sharedInvoicePage(world, params.token),
    'shared.invoiceStatus': ({ params }) => sharedInvoiceStatus(world, params.token),
    'shared.invoicePdf': ({ params }) => sharedInvoicePdf(world, shelf, params.token),
    'shared.quote': ({ params, query }) => sharedQuotePage(world, params.token, 'changed' in query),
    'shared.quotePdf': ({ params }) => sharedQuotePdf(world, shelf, params.token),
    'shared.acceptQuote': ({ params, query }) =>
      answerSharedQuote(world, params.token, 'accepted', query.version),
    'shared.declineQuote': ({ params, query }) =>
      answerSharedQuote(world, params.token, 'declined', query.version),
  }
}
