// /api/v1/invoices: the contract's five routes, and recording a payment that came another way.
import Type from 'typebox'
import { Enveloped, Listed } from '../../../contract/common.ts'
import {
  Invoice,
  InvoiceChange,
  InvoiceInput,
  InvoicesQuery,
  PaymentInput,
} from '../../../contract/invoices.ts'
import { Deleted } from '../../../contract/invoicing.ts'
import { createInvoice } from '../../invoicing/invoices/create-invoice.ts'
import { deleteInvoice } from '../../invoicing/invoices/delete-invoice.ts'
import { readInvoice, readInvoices } from '../../invoicing/invoices/read-invoices.ts'
import { recordPayment } from '../../invoicing/invoices/record-payment.ts'
import { updateInvoice } from '../../invoicing/invoices/update-invoice.ts'
import type { World } from '../../world.ts'
import { readAnswers, writeAnswers } from '../door/answers.ts'
import { change } from '../door/change.ts'
import { enveloped } from '../door/envelope.ts'
import { ownerOf } from '../door/front-door.ts'
import { listed, pageOf } from '../door/pages.ts'
import type { App } from '../door/types.ts'

const tags = ['Invoices']
const params = Type.Object({ id: Type.String({ description: 'Id of the invoice (UUID)' }) })

export function invoiceRoutes(app: App, world: World): void {
  app.get(
    '/api/v1/invoices',
    {
      schema: {
        summary: 'List invoices',
        description: 'Newest first.',
        tags,
        querystring: InvoicesQuery,
        response: readAnswers(Listed(Invoice)),
      },
    },
    async (request, reply) => {
      const page = pageOf(request.query)
      const { invoices, total } = await readInvoices(world, ownerOf(request), request.query, page)
      return reply.send(listed(invoices, page, total))
    },
  )

  app.post(
    '/api/v1/invoices',
    {
      schema: {
        summary: 'Create an invoice',
        description:
          'Amounts are computed from items and rates, half-up to the cent. A PIX code is made with it. It is a draft ' +
          'unless `status` says otherwise.',
        tags,
        body: InvoiceInput,
        response: writeAnswers(201, Enveloped(Invoice), 'client_not_found', 'payment_provider_not_found'),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) => createInvoice(world, scope, request.body), { status: 201 }),
  )

  app.get(
    '/api/v1/invoices/:id',
    {
      schema: {
        summary: 'Read an invoice',
        description: 'With its client, items and payments.',
        tags,
        params,
        response: readAnswers(Enveloped(Invoice), 'invoice_not_found'),
      },
    },
    async (request, reply) =>
      reply.send(enveloped(await readInvoice(world, ownerOf(request), request.params.id))),
  )

  app.patch(
    '/api/v1/invoices/:id',
    {
      schema: {
        summary: 'Update an invoice',
        description:
          'Status and payment at any time; `notes`, `due_date`, `items` and rates while it is a draft. A supplied ' +
          '`payment_status` stands until money moves again; `amount_paid` is the sum, and the difference becomes a ' +
          'payment.',
        tags,
        params,
        body: InvoiceChange,
        response: writeAnswers(
          200,
          Enveloped(Invoice),
          'invoice_not_found',
          'invoice_is_not_a_draft',
          'invalid_status_transition',
        ),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) => updateInvoice(world, scope, request.params.id, request.body)),
  )

  app.delete(
    '/api/v1/invoices/:id',
    {
      schema: {
        summary: 'Delete a draft',
        tags,
        params,
        response: writeAnswers(
          200,
          Enveloped(Deleted),
          'invoice_not_found',
          'only_draft_invoices_can_be_deleted',
        ),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) => deleteInvoice(world, scope, request.params.id)),
  )

  app.post(
    '/api/v1/invoices/:id/payments',
    {
      schema: {
        summary: 'Record a payment',
        description: 'For money that came another way than by PIX. Answers the invoice.',
        tags,
        params,
        body: PaymentInput,
        response: writeAnswers(201, Enveloped(Invoice), 'invoice_not_found'),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) => recordPayment(world, scope, request.params.id, request.body), {
        status: 201,
      }),
  )
}
