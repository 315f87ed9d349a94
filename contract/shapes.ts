// The names of all shapes, for OpenAPI, SDK and documents. A shape is named after its export, and operations
// refer to it by that name.
import type { TSchema } from 'typebox'
import * as account from './account.ts'
import * as amounts from './amounts.ts'
import * as audit from './audit.ts'
import * as bookings from './bookings.ts'
import * as brandPreview from './brand-preview.ts'
import * as clientAccounts from './client-accounts.ts'
import * as clientFile from './client-file.ts'
import * as clients from './clients.ts'
import * as common from './common.ts'
import * as companions from './companions.ts'
import * as creditNotes from './credit-notes.ts'
import * as eventOperations from './event-operations.ts'
import { EVENT_OBJECTS } from './event-operations.ts'
import * as flights from './flights.ts'
import * as identities from './identities.ts'
import * as installation from './installation.ts'
import * as invoices from './invoices.ts'
import * as invoicing from './invoicing.ts'
import * as mails from './mails.ts'
import * as notes from './notes.ts'
import * as passengers from './passengers.ts'
import * as paymentProviders from './payment-providers.ts'
import * as people from './people.ts'
import * as pricing from './pricing.ts'
import * as quotes from './quotes.ts'
import * as readiness from './readiness.ts'
import * as recurringInvoices from './recurring-invoices.ts'
import * as reports from './reports.ts'
import * as responses from './responses.ts'
import * as roles from './roles.ts'
import * as sandbox from './sandbox.ts'
import * as search from './search.ts'
import * as secondFactors from './second-factors.ts'
import * as service from './service.ts'
import * as teamProfile from './team-profile.ts'
import * as teams from './teams.ts'
import * as trips from './trips.ts'
import * as wallet from './wallet.ts'
import * as webhooks from './webhooks.ts'

const MODULES: readonly object[] = [
  account,
  amounts,
  responses,
  audit,
  bookings,
  brandPreview,
  clientFile,
  clientAccounts,
  clients,
  common,
  companions,
  creditNotes,
  flights,
  identities,
  installation,
  invoices,
  invoicing,
  mails,
  notes,
  passengers,
  paymentProviders,
  people,
  pricing,
  quotes,
  readiness,
  recurringInvoices,
  reports,
  roles,
  search,
  secondFactors,
  service,
  eventOperations,
  teamProfile,
  teams,
  sandbox,
  trips,
  wallet,
  webhooks,
]

/** Names that differ between the contract and its consumers. */
const CALLED: Readonly<Record<string, string>> = {
  AddressInput: 'TeamAddressInput',
  Address: 'TeamAddress',
  AgeBucket: 'ReceivablesBucket',
  Attempt: 'DeliveryAttempt',
  BoletoPayment: 'RechargeBoleto',
  Boleto: 'InvoiceBoleto',
  Brl: '',
  ChangedFlight: 'BookingChangeFlight',
  Condition: 'FareCondition',
  Conditions: 'FareConditions',
  DateText: 'CalendarDate',
  Deleted: 'DeletedObject',
  EmailInput: 'EmailChangeInput',
  Email: 'EmailAddress',
  ErrorBody: 'ApiError',
  Item: 'DocumentItem',
  ItemInput: 'DocumentItemInput',
  LatePayment: 'InvoiceLatePayment',
  LedgerAmount: 'SignedAmount',
  Membership: 'TeamMembership',
  OptionInput: 'QuoteOptionInput',
  PassengerInput: 'BookingPassengerInput',
  PaymentInput: 'InvoicePaymentInput',
  PaymentProviderView: 'PaymentProvider',
  Pix: 'InvoicePix',
  PixPayment: 'RechargePix',
  Proof: 'IdentityProof',
  ProofInput: 'IdentityProofInput',
  SearchBody: 'FlightSearchInput',
  SearchInput: 'FlightSearchInput',
  OfferRequestResult: 'FlightSearchResult',
  Stop: 'AirportStop',
  Warning: 'SearchWarning',
}

/** Queries are documented parameter by parameter, and lists of named shapes need no name. */
const NAMELESS = /(?:Query|Filter|ProviderAnswer)$/

function isShape(value: unknown): value is TSchema {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return ['properties', 'allOf', 'pattern', 'x-described', 'x-optional'].some((keyword) => keyword in value)
}

/** Path parameters are written in place. */
const exported = MODULES.flatMap((module) => Object.entries<unknown>({ ...module })).filter(
  ([name]) => !name.endsWith('Params'),
)
const shapes = exported.flatMap(([name, value]): [string, TSchema][] =>
  isShape(value) && !NAMELESS.test(name) ? [[CALLED[name] ?? name, value]] : [],
)

/** Events show some objects in a shorter form. */
const snapshots = Object.entries<TSchema>(EVENT_OBJECTS).flatMap(([kind, shape]): [string, TSchema][] =>
  shapes.some(([, known]) => known === shape) ? [] : [[`${pascal(kind)}Snapshot`, shape]],
)

/** Every named shape, in the order of the files. */
export const SHAPES: readonly (readonly [name: string, shape: TSchema])[] = [...shapes, ...snapshots].filter(
  ([name]) => name !== '',
)

/** Turns `booking_reference` and `bookings.create` into type names. */
export function pascal(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
}
