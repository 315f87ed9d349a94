// Binds what payers and clients of an agency open by a link.
import type { PUBLIC_PAGE_OPERATIONS } from '../../../contract/operations/public-pages.ts'
import {
  answerSharedQuote,
  sharedInvoicePage,
  sharedInvoiceStatus,
  sharedQuotePage,
  turnsOfInvoice,
  turnsOfQuote,
} from '../../invoicing/documents/shared-documents.ts'
import type { World } from '../../world.ts'
import type { Bindings } from '../door/bindings.ts'
import { payerBoletoPage, payerQrSvg } from './payer-pages.ts'

export function publicPageRoutes(world: World): Bindings<typeof PUBLIC_PAGE_OPERATIONS> {
  // Whoever has a link to a payment takes the turns of that link, and nobody else's.
  const { run } = world.heavyWork
  return {
    'payer.qrSvg': ({ params }) => payerQrSvg(world, params.token),
    'payer.qrPng': ({ params }) => run(params.token, 'qrPng', params),
    'payer.boleto': ({ params }) => payerBoletoPage(world, params.token),
    'payer.boletoPdf': ({ params }) => run(params.token, 'boletoPdf', params),
    'shared.invoice': ({ params }) => sharedInvoicePage(world, params.token),
    'shared.invoiceStatus': ({ params }) => sharedInvoiceStatus(world, params.token),
    'shared.invoicePdf': async ({ params }) =>
      run(await turnsOfInvoice(world, params.token), 'invoicePdf', params, params.token),
    'shared.quote': ({ params, query }) => sharedQuotePage(world, params.token, 'changed' in query),
    'shared.quotePdf': async ({ params }) =>
      run(await turnsOfQuote(world, params.token), 'quotePdf', params, params.token),
    'shared.acceptQuote': ({ params, query }) =>
      answerSharedQuote(world, params.token, 'accepted', query.version),
    'shared.declineQuote': ({ params, query }) =>
      answerSharedQuote(world, params.token, 'declined', query.version),
  }
}
