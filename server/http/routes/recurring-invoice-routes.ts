// /api/v1/recurring-invoices: the contract's five routes, and what a subscription will make next.
import Type from 'typebox'
import { Enveloped, Listed } from '../../../contract/common.ts'
import {
  RecurringInvoice,
  RecurringInvoiceChange,
  RecurringInvoiceInput,
  RecurringInvoicesQuery,
  RecurringPreview,
} from '../../../contract/recurring-invoices.ts'
import { createRecurringInvoice } from '../../invoicing/recurring/create-recurring-invoice.ts'
import {
  previewRecurringInvoice,
  readRecurringInvoice,
  readRecurringInvoices,
} from '../../invoicing/recurring/read-recurring-invoices.ts'
import {
  cancelRecurringInvoice,
  updateRecurringInvoice,
} from '../../invoicing/recurring/update-recurring-invoice.ts'
import type { World } from '../../world.ts'
import { readAnswers, writeAnswers } from '../door/answers.ts'
import { change } from '../door/change.ts'
import { todayOf } from '../door/day-range.ts'
import { enveloped } from '../door/envelope.ts'
import { ownerOf } from '../door/front-door.ts'
import { listed, pageOf } from '../door/pages.ts'
import type { App } from '../door/types.ts'

const tags = ['Recurring invoices']
const PATH = '/api/v1/recurring-invoices'
const params = Type.Object({ id: Type.String({ description: 'Id of the recurring invoice (UUID)' }) })

export function recurringInvoiceRoutes(app: App, world: World): void {
  app.get(
    PATH,
    {
      schema: {
        summary: 'List recurring invoices',
        description: 'Newest first.',
        tags,
        querystring: RecurringInvoicesQuery,
        response: readAnswers(Listed(RecurringInvoice)),
      },
    },
    async (request, reply) => {
      const page = pageOf(request.query)
      const { time_zone } = request.caller!
      const owner = ownerOf(request)
      const { recurring, total } = await readRecurringInvoices(world, owner, request.query, page, time_zone)
      return reply.send(listed(recurring, page, total))
    },
  )

  app.post(
    PATH,
    {
      schema: {
        summary: 'Create a recurring invoice',
        description:
          'Each invoice is made 5 days before its due date, at 06:00 in the time zone of the team. Due dates before ' +
          'today are skipped.',
        tags,
        body: RecurringInvoiceInput,
        response: writeAnswers(
          201,
          Enveloped(RecurringInvoice),
          'client_not_found',
          'payment_provider_not_found',
        ),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) => createRecurringInvoice(world, scope, request.body), {
        status: 201,
      }),
  )

  app.get(
    `${PATH}/:id`,
    {
      schema: {
        summary: 'Read a recurring invoice',
        tags,
        params,
        response: readAnswers(Enveloped(RecurringInvoice), 'recurring_invoice_not_found'),
      },
    },
    async (request, reply) => {
      const { time_zone } = request.caller!
      return reply.send(
        enveloped(await readRecurringInvoice(world, ownerOf(request), request.params.id, time_zone)),
      )
    },
  )

  app.get(
    `${PATH}/:id/preview`,
    {
      schema: {
        summary: 'What it will make next',
        description: 'The next 12 dates and amounts; of a paused one, as if it went on today.',
        tags,
        params,
        response: readAnswers(Enveloped(Type.Array(RecurringPreview)), 'recurring_invoice_not_found'),
      },
    },
    async (request, reply) => {
      const when = { timeZone: request.caller!.time_zone, today: await todayOf(world, request.caller!) }
      return reply.send(
        enveloped(await previewRecurringInvoice(world, ownerOf(request), request.params.id, when)),
      )
    },
  )

  app.patch(
    `${PATH}/:id`,
    {
      schema: {
        summary: 'Update a recurring invoice',
        description:
          'A changed rhythm counts from the next due date that has no invoice yet. `paused` makes none, and what ' +
          'falls due meanwhile is skipped. Cancelled and expired ones cannot be resumed.',
        tags,
        params,
        body: RecurringInvoiceChange,
        response: writeAnswers(
          200,
          Enveloped(RecurringInvoice),
          'recurring_invoice_not_found',
          'payment_provider_not_found',
          'invalid_status_transition',
        ),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) =>
        updateRecurringInvoice(world, scope, request.params.id, request.body),
      ),
  )

  app.delete(
    `${PATH}/:id`,
    {
      schema: {
        summary: 'Cancel a recurring invoice',
        description: 'The record is kept, with status cancelled.',
        tags,
        params,
        response: writeAnswers(200, Enveloped(RecurringInvoice), 'recurring_invoice_not_found'),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) => cancelRecurringInvoice(world, scope, request.params.id)),
  )
}
