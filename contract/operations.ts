// The table of operations, under the names that SDK, panel and tools use.

import { ACCOUNT_OPERATIONS } from './account.ts'
import { AUDIT_OPERATIONS } from './audit.ts'
import { BOOKING_OPERATIONS } from './bookings.ts'
import { BRAND_PREVIEW_OPERATIONS } from './brand-preview.ts'
import { CLIENT_ACCOUNT_OPERATIONS } from './client-accounts.ts'
import { CLIENT_OPERATIONS } from './clients.ts'
import { COMPANION_OPERATIONS } from './companions.ts'
import { CREDIT_NOTE_OPERATIONS } from './credit-notes.ts'
import { DISPUTE_OPERATIONS } from './disputes.ts'
import { EVENT_OPERATIONS } from './event-operations.ts'
import { FLIGHT_OPERATIONS } from './flights.ts'
import { IDENTITY_OPERATIONS } from './identities.ts'
import { INSTALLATION_OPERATIONS } from './installation.ts'
import { INVOICE_OPERATIONS } from './invoices.ts'
import { MAIL_OPERATIONS, MESSAGE_RECEIPT_OPERATIONS } from './mails.ts'
import { MANDATE_OPERATIONS } from './mandates.ts'
import { NOTE_OPERATIONS } from './notes.ts'
import type { Operations } from './operation.ts'
import { PAYMENT_PROVIDER_OPERATIONS } from './payment-providers.ts'
import { JOINING_OPERATIONS, PEOPLE_OPERATIONS, PROFILE_OPERATIONS } from './people.ts'
import { PRICING_OPERATIONS } from './pricing.ts'
import {
  CREDIT_NOTE_PAGE_OPERATIONS,
  MANDATE_PAGE_OPERATIONS,
  PUBLIC_PAGE_OPERATIONS,
  QUOTE_PAGE_OPERATIONS,
  TRIP_PAGE_OPERATIONS,
} from './public-pages.ts'
import { QUOTE_OPERATIONS } from './quotes.ts'
import { READINESS_OPERATIONS } from './readiness.ts'
import { RECEIPT_OPERATIONS } from './receipts.ts'
import { RECURRING_INVOICE_OPERATIONS } from './recurring-invoices.ts'
import { REPORT_OPERATIONS } from './reports.ts'
import { SANDBOX_OPERATIONS } from './sandbox.ts'
import { SANDBOX_PAGE_OPERATIONS } from './sandbox-pages.ts'
import { SEARCH_OPERATIONS } from './search.ts'
import { FACTOR_OPERATIONS } from './second-factors.ts'
import { SERVICE_OPERATIONS } from './service.ts'
import { SESSION_OPERATIONS, SETUP_OPERATIONS } from './sessions.ts'
import { SUPPLIER_HINT_OPERATIONS } from './supplier-hints.ts'
import { TEAM_OPERATIONS } from './team-profile.ts'
import { KEY_OPERATIONS } from './teams.ts'
import { TRIP_DOCUMENT_OPERATIONS, TRIP_OPERATIONS } from './trips.ts'
import { WALLET_OPERATIONS, WALLET_PROOF_OPERATIONS } from './wallet.ts'
import { WARNING_OPERATIONS } from './warnings.ts'
import { DELIVERY_OPERATIONS, WEBHOOK_OPERATIONS } from './webhooks.ts'

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
  ...CLIENT_ACCOUNT_OPERATIONS,
  ...COMPANION_OPERATIONS,
  ...INVOICE_OPERATIONS,
  ...RECEIPT_OPERATIONS,
  ...CREDIT_NOTE_OPERATIONS,
  ...QUOTE_OPERATIONS,
  ...RECURRING_INVOICE_OPERATIONS,
  ...MANDATE_OPERATIONS,
  ...PUBLIC_PAGE_OPERATIONS,
  ...MANDATE_PAGE_OPERATIONS,
  ...QUOTE_PAGE_OPERATIONS,
  ...CREDIT_NOTE_PAGE_OPERATIONS,
  ...TRIP_PAGE_OPERATIONS,
  ...SANDBOX_OPERATIONS,
  ...SANDBOX_PAGE_OPERATIONS,
  ...BOOKING_OPERATIONS,
  ...TRIP_OPERATIONS,
  ...TRIP_DOCUMENT_OPERATIONS,
  ...WARNING_OPERATIONS,
  ...REPORT_OPERATIONS,
  ...SUPPLIER_HINT_OPERATIONS,
  ...WALLET_OPERATIONS,
  ...WALLET_PROOF_OPERATIONS,
  ...PAYMENT_PROVIDER_OPERATIONS,
  ...DISPUTE_OPERATIONS,
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
