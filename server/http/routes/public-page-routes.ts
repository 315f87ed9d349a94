// Binds what payers and clients of an agency open by a link.
import type { PUBLIC_PAGE_OPERATIONS } from '../../../contract/operations/public-pages.ts'
import {
  answerSharedQuote,
  drawingOfInvoice,
  drawingOfQuote,
  sharedInvoicePage,
  sharedInvoiceStatus,
  sharedQuotePage,
} from '../../invoicing/documents/shared-documents.ts'
import type { World } from '../../world.ts'
import type { Bindings } from '../door/bindings.ts'
import { payerBoletoPage, payerQrSvg } from './payer-pages.ts'

export function publicPageRoutes(world: World): Bindings<typeof PUBLIC_PAGE_OPERATIONS> {
  // Whoever has a link to a payment takes the turns of that link, and nobody else's.
  const { heavyWork } = world
  return {
    'payer.qrSvg': ({ params }) => payerQrSvg(world, params.token),
    'payer.qrPng': ({ params }) => heavyWork.run(params.token, 'qrPng', params),
    'payer.boleto': ({ params }) => payerBoletoPage(world, params.token),
    'payer.boletoPdf': ({ params }) => heavyWork.run(params.token, 'boletoPdf', params),
    'shared.invoice': async ({ params }) => {
      const { whose, isLong } = await drawingOfInvoice(world, params.token)
      return isLong
        ? heavyWork.run(whose, 'invoicePage', params, params.token)
        : sharedInvoicePage(world, params.token)
    },
    'shared.invoiceStatus': ({ params }) => sharedInvoiceStatus(world, params.token),
    'shared.invoicePdf': async ({ params }) => {
      const { whose } = await drawingOfInvoice(world, params.token)
      return heavyWork.run(whose, 'invoicePdf', params, params.token)
    },
    'shared.quote': async ({ params: { token }, query }) => {
      const isChanged = 'changed' in query
      const { whose, isLong } = await drawingOfQuote(world, token)
      return isLong
        ? heavyWork.run(whose, 'quotePage', { token, isChanged }, `${token} ${isChanged}`)
        : sharedQuotePage(world, token, isChanged)
    },
    'shared.quotePdf': async ({ params }) => {
      const { whose } = await drawingOfQuote(world, params.token)
      return heavyWork.run(whose, 'quotePdf', params, params.token)
    },
    'shared.acceptQuote': ({ params, query }) =>
      answerSharedQuote(world, params.token, 'accepted', query.version),
    'shared.declineQuote': ({ params, query }) =>
      answerSharedQuote(world, params.token, 'declined', query.version),
  }
}
