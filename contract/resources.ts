// The resources of the API: addresses, permissions, and names of their ids.
import Type from 'typebox'
import { BODY_BYTES_MAX } from './limits.ts'
import type { Resource } from './resource-operations.ts'

/** Three certificates. */
const CERTIFICATES_BYTES_MAX = 128 * 1024

export const keys = {
  tag: 'API keys',
  path: '/api/v1/api-keys',
  reading: 'keys.read',
  writing: 'keys.manage',
  params: idOf('key', 'key_'),
  notFound: 'api_key_not_found',
  audit: 'access',
} as const satisfies Resource

export const webhooks = {
  tag: 'Webhooks',
  path: '/api/v1/webhooks',
  reading: 'webhooks.read',
  writing: 'webhooks.write',
  params: idOf('webhook', 'wh_'),
  notFound: 'webhook_not_found',
  audit: 'settings',
} as const satisfies Resource

export const clients = {
  tag: 'Clients',
  path: '/api/v1/clients',
  reading: 'clients.read',
  writing: 'clients.write',
  params: idOf('client', 'UUID, or cli_ and its digits'),
  notFound: 'client_not_found',
  audit: 'records',
} as const satisfies Resource

export const invoices = {
  tag: 'Invoices',
  path: '/api/v1/invoices',
  reading: 'invoices.read',
  writing: 'invoices.write',
  params: idOf('invoice', 'UUID'),
  notFound: 'invoice_not_found',
  inputBytesMax: BODY_BYTES_MAX,
} as const satisfies Resource

export const creditNotes = {
  tag: 'Credit notes',
  path: '/api/v1/credit-notes',
  reading: 'invoices.read',
  writing: 'invoices.refund',
  params: idOf('credit note', 'crn_'),
  notFound: 'credit_note_not_found',
  inputBytesMax: BODY_BYTES_MAX,
} as const satisfies Resource

export const quotes = {
  tag: 'Quotes',
  path: '/api/v1/quotes',
  reading: 'quotes.read',
  writing: 'quotes.write',
  params: idOf('quote', 'UUID'),
  notFound: 'quote_not_found',
  audit: 'records',
  inputBytesMax: BODY_BYTES_MAX,
} as const satisfies Resource

export const recurringInvoices = {
  tag: 'Recurring invoices',
  path: '/api/v1/recurring-invoices',
  reading: 'recurringInvoices.read',
  writing: 'recurringInvoices.write',
  params: idOf('recurring invoice', 'UUID'),
  notFound: 'recurring_invoice_not_found',
  audit: 'records',
  inputBytesMax: BODY_BYTES_MAX,
} as const satisfies Resource

export const mandates = {
  tag: 'Mandates',
  path: '/api/v1/mandates',
  reading: 'recurringInvoices.read',
  writing: 'recurringInvoices.write',
  params: idOf('mandate', 'mdt_'),
  notFound: 'mandate_not_found',
} as const satisfies Resource

export const bookings = {
  tag: 'Bookings',
  path: '/api/v1/bookings',
  reading: 'bookings.read',
  writing: 'bookings.write',
  params: idOf('booking', 'ord_'),
  notFound: 'booking_not_found',
} as const satisfies Resource

export const trips = {
  tag: 'Trips',
  path: '/api/v1/trips',
  reading: 'trips.read',
  writing: 'trips.write',
  params: idOf('trip', 'trip_'),
  notFound: 'trip_not_found',
  audit: 'records',
} as const satisfies Resource

export const warnings = {
  tag: 'Warnings',
  path: '/api/v1/warnings',
  reading: 'trips.read',
  writing: 'trips.write',
  params: idOf('warning', 'wrn_'),
  notFound: 'warning_not_found',
  audit: 'records',
} as const satisfies Resource

export const disputes = {
  tag: 'Disputes',
  path: '/api/v1/disputes',
  reading: 'invoices.read',
  writing: 'invoices.write',
  params: idOf('dispute', 'dsp_'),
  notFound: 'dispute_not_found',
  audit: 'money',
} as const satisfies Resource

export const mails = {
  tag: 'Mails',
  path: '/api/v1/mails',
  reading: 'mails.read',
  writing: 'team.manage',
  params: idOf('mail', 'mail_'),
  notFound: 'mail_not_found',
} as const satisfies Resource

export const paymentProviders = {
  tag: 'Payment providers',
  path: '/api/v1/payment-providers',
  reading: 'providers.read',
  writing: 'providers.manage',
  params: idOf('payment provider', 'UUID'),
  notFound: 'payment_provider_not_found',
  audit: 'settings',
  inputBytesMax: CERTIFICATES_BYTES_MAX,
} as const satisfies Resource

export const people = {
  tag: 'People',
  path: '/api/v1/people',
  reading: 'people.read',
  writing: 'people.manage',
  params: idOf('person', 'usr_'),
  notFound: 'person_not_found',
  audit: 'access',
} as const satisfies Resource

export const invitations = {
  tag: 'People',
  path: '/api/v1/invitations',
  reading: 'people.read',
  writing: 'people.manage',
  params: idOf('invitation', 'ivt_'),
  notFound: 'invitation_not_found',
  audit: 'access',
} as const satisfies Resource

function idOf(what: string, form: string) {
  return Type.Object({ id: Type.String({ description: `Id of the ${what} (${form})` }) })
}
