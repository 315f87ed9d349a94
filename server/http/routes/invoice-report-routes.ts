// Invoices for the books: all of them as CSV, and what is owed by how late it is.
import { Readable } from 'node:stream'
import Type from 'typebox'
import { Enveloped } from '../../../contract/common.ts'
import { Receivables } from '../../../contract/invoices.ts'
import { ClientIdInput, InvoiceStatusName, PaymentStatusName } from '../../../contract/invoicing.ts'
import { invoicesCsv } from '../../invoicing/invoices/invoices-csv.ts'
import { filterOf } from '../../invoicing/invoices/read-invoices.ts'
import { readReceivables } from '../../invoicing/invoices/read-receivables.ts'
import type { World } from '../../world.ts'
import { fileAnswers, readAnswers } from '../door/answers.ts'
import { todayOf } from '../door/day-range.ts'
import { enveloped } from '../door/envelope.ts'
import { ownerOf } from '../door/front-door.ts'
import type { App } from '../door/types.ts'

const tags = ['Invoices']
const InvoicesFilter = Type.Object({
  status: Type.Optional({ ...InvoiceStatusName, description: 'Only invoices of this status' }),
  payment_status: Type.Optional({ ...PaymentStatusName, description: 'Only those of this payment status' }),
  client_id: Type.Optional({ ...ClientIdInput, description: 'Only those of this client' }),
})

export function invoiceReportRoutes(app: App, world: World): void {
  app.get(
    '/api/v1/invoices.csv',
    {
      schema: {
        summary: 'Download invoices',
        description: 'All that fit the filter, newest first, as CSV (UTF-8, comma, one line of names).',
        tags,
        querystring: InvoicesFilter,
        response: fileAnswers('text/csv'),
      },
    },
    async (request, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="invoices.csv"')
        .send(Readable.from(invoicesCsv(world, ownerOf(request), filterOf(request.query)))),
  )

  app.get(
    '/api/v1/reports/receivables',
    {
      schema: {
        summary: 'What is owed',
        description: 'Sent invoices that are not fully paid, by days since their due date.',
        tags,
        response: readAnswers(Enveloped(Receivables)),
      },
    },
    async (request, reply) => {
      const today = await todayOf(world, request.caller!)
      return reply.send(enveloped(await readReceivables(world.pool, ownerOf(request), today)))
    },
  )
}
