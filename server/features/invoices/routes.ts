// Binds the operations on invoices and on the messages to clients about them.
import type { INVOICE_OPERATIONS } from '../../../contract/invoices.ts'
import type { RECEIPT_OPERATIONS } from '../../../contract/receipts.ts'
import { timesOf } from '../../kernel/values/dates.ts'
import type { Bindings } from '../bindings.ts'
import { readMessages } from '../notifications/messages.ts'
import { demandPermission, todayOf } from '../teams/caller.ts'
import type { World } from '../world.ts'
import { invoiceBooking } from './booking-invoice.ts'
import { creditOverpayment, payWithCredit } from './credit.ts'
import { invoicesCsv, readReceivables } from './exports.ts'
import {
  createInvoice,
  deleteInvoice,
  filterOf,
  previewInvoice,
  readInvoice,
  readInvoices,
  updateInvoice,
} from './invoices.ts'
import { sendInvoice } from './notify.ts'
import { recordPayment, removePayment } from './payments.ts'
import { confirmReceipts, readReceipts } from './receipts.ts'
import { readRefunds, requestRefund } from './refunds/refunds.ts'

export function receiptRoutes(world: World): Bindings<typeof RECEIPT_OPERATIONS> {
  return {
    'receipts.list': ({ owner, query, page, caller }) =>
      readReceipts(world, owner, { page, times: timesOf(query, caller.team.time_zone) }),
    'receipts.confirm': ({ scope, body, caller }) =>
      confirmReceipts(world, scope, body, caller.team.time_zone),
  }
}

export function invoiceRoutes(world: World): Bindings<typeof INVOICE_OPERATIONS> {
  return {
    'invoices.list': ({ owner, query, page, caller }) =>
      readInvoices(world, owner, { wanted: query, page, zone: caller.team.time_zone }),
    'invoices.create': ({ scope, body, caller }) => createInvoice(world, scope, body, caller.team.time_zone),
    'invoices.preview': ({ body, caller }) => previewInvoice(world, caller, body),
    'bookings.invoice': ({ scope, params, body }) => invoiceBooking(world, scope, params.id, body ?? {}),
    'invoices.read': ({ db, owner, params }) => readInvoice(world, db, owner, params.id),
    'invoices.update': ({ scope, params, body, caller }) =>
      updateInvoice(world, scope, params.id, { change: body, zone: caller.team.time_zone }),
    'invoices.send': ({ scope, params, body = {} }) => sendInvoice(world, scope, params.id, body),
    'invoices.delete': ({ scope, params }) => deleteInvoice(world, scope, params.id),
    'invoices.recordPayment': ({ scope, params, body, caller }) =>
      recordPayment(world, scope, params.id, { payment: body, zone: caller.team.time_zone }),
    'invoices.removePayment': ({ scope, params }) =>
      removePayment(world, scope, params.id, params.payment_id),
    'invoices.useCredit': ({ scope, params, body }) => payWithCredit(world, scope, params.id, body ?? {}),
    'invoices.creditOverpayment': ({ scope, params, body }) =>
      creditOverpayment(world, scope, params.id, body ?? {}),
    'invoices.refund': ({ scope, params, body }) => requestRefund(world, scope, params.id, body ?? {}),
    'invoices.refunds': ({ owner, params, query, page, caller }) =>
      readRefunds(world, owner, { invoiceId: params.id, page, times: timesOf(query, caller.team.time_zone) }),
    'invoices.download': async ({ owner, query: { locale = 'en', ...filter }, caller }) => {
      const reader = { locale, zone: caller.team.time_zone, today: await todayOf(world, caller) }
      return {
        name: locale === 'pt-BR' ? 'faturas.csv' : 'invoices.csv',
        content: invoicesCsv(world, owner, filterOf(filter, caller.team.time_zone), reader),
      }
    },
    'invoices.receivables': async ({ owner, caller }) =>
      readReceivables(world.pool, owner, await todayOf(world, caller)),
    'messages.list': ({ caller, owner, query, page }) => {
      if (query.quote_id !== undefined) demandPermission(caller, 'quotes.read')
      if (query.trip_id !== undefined) demandPermission(caller, 'trips.read')
      const withQuotes = caller.permissions.has('quotes.read')
      const withTrips = caller.permissions.has('trips.read')
      const times = timesOf(query, caller.team.time_zone)
      return readMessages(world.pool, owner, { ...query, withQuotes, withTrips, times }, page)
    },
  }
}
