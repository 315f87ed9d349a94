// The one table of operations: everything the service answers, under the names that SDK, panel and tools use.
import type { Operations } from './operation.ts'
import { ACCOUNT_OPERATIONS } from './operations/account.ts'
import { AUDIT_OPERATIONS } from './operations/audit.ts'
import { BOOKING_OPERATIONS } from './operations/bookings.ts'
import { BRAND_PREVIEW_OPERATIONS } from './operations/brand-previews.ts'
import { CLIENT_OPERATIONS } from './operations/clients.ts'
import { DELIVERY_OPERATIONS } from './operations/deliveries.ts'
import { EVENT_OPERATIONS } from './operations/events.ts'
import { FACTOR_OPERATIONS } from './operations/factors.ts'
import { FLIGHT_OPERATIONS } from './operations/flights.ts'
import { IDENTITY_OPERATIONS } from './operations/identities.ts'
import { INSTALLATION_OPERATIONS } from './operations/installation.ts'
import { INVOICE_OPERATIONS } from './operations/invoices.ts'
import { JOINING_OPERATIONS } from './operations/joining.ts'
import { KEY_OPERATIONS } from './operations/keys.ts'
import { MAIL_OPERATIONS } from './operations/mails.ts'
import { MESSAGE_RECEIPT_OPERATIONS } from './operations/message-receipts.ts'
import { NOTE_OPERATIONS } from './operations/notes.ts'
import { PAYMENT_PROVIDER_OPERATIONS } from './operations/payment-providers.ts'
import { PEOPLE_OPERATIONS } from './operations/people.ts'
import { PRICING_OPERATIONS } from './operations/pricing.ts'
import { PROFILE_OPERATIONS } from './operations/profile.ts'
import { PUBLIC_PAGE_OPERATIONS } from './operations/public-pages.ts'
import { QUOTE_OPERATIONS } from './operations/quotes.ts'
import { READINESS_OPERATIONS } from './operations/readiness.ts'
import { RECURRING_INVOICE_OPERATIONS } from './operations/recurring-invoices.ts'
import { REPORT_OPERATIONS } from './operations/reports.ts'
import { SANDBOX_OPERATIONS } from './operations/sandbox.ts'
import { SEARCH_OPERATIONS } from './operations/search.ts'
import { SERVICE_OPERATIONS } from './operations/service.ts'
import { SESSION_OPERATIONS } from './operations/sessions.ts'
import { SETUP_OPERATIONS } from './operations/setup.ts'
import { SUPPLIER_HINT_OPERATIONS } from './operations/supplier-hints.ts'
import { TEAM_OPERATIONS } from './operations/team.ts'
import { WALLET_OPERATIONS } from './operations/wallet.ts'
import { WALLET_PROOF_OPERATIONS } from './operations/wallet-proof.ts'
import { WEBHOOK_OPERATIONS } from './operations/webhooks.ts'

export const OPERATIONS = {
  ...SERVICE_OPERATIONS,
  ...TEAM_OPERATIONS,
  ...BRAND_PREVIEW_OPERATIONS,
  ...KEY_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...DELIVERY_OPERATIONS,
  ...EVENT_OPERATIONS,
  ...FLIGHT_OPERATIONS,
  ...PRICING_OPERATIONS,
  ...CLIENT_OPERATIONS,
  ...INVOICE_OPERATIONS,
  ...QUOTE_OPERATIONS,
  ...RECURRING_INVOICE_OPERATIONS,
  ...PUBLIC_PAGE_OPERATIONS,
  ...SANDBOX_OPERATIONS,
  ...BOOKING_OPERATIONS,
  ...REPORT_OPERATIONS,
  ...SUPPLIER_HINT_OPERATIONS,
  ...WALLET_OPERATIONS,
  ...WALLET_PROOF_OPERATIONS,
  ...PAYMENT_PROVIDER_OPERATIONS,
  ...AUDIT_OPERATIONS,
  ...SEARCH_OPERATIONS,
  ...READINESS_OPERATIONS,
  ...MAIL_OPERATIONS,
  ...NOTE_OPERATIONS,
  ...MESSAGE_RECEIPT_OPERATIONS,
  ...PEOPLE_OPERATIONS,
  ...JOINING_OPERATIONS,
  ...INSTALLATION_OPERATIONS,
  ...SETUP_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...IDENTITY_OPERATIONS,
  ...SESSION_OPERATIONS,
  ...FACTOR_OPERATIONS,
  ...PROFILE_OPERATIONS,
} as const satisfies Operations
