// Checks that the SQL on a table stands in the folder that owns it, or in a file that is listed with a reason.
import { type Files, isTestCode, lineAt, withoutComments } from './project-files.ts'

/** The folder with the SQL on each table. */
export const OWNERS: Readonly<Record<string, string>> = {
  api_keys: 'server/features/teams/',
  audit_chains: 'server/kernel/outbox/',
  audit_entries: 'server/kernel/outbox/',
  bookings: 'server/features/bookings/',
  carrier_orders: 'server/adapters/flights/',
  carrier_seats: 'server/adapters/flights/',
  charge_instalments: 'server/features/payments/',
  charge_payments: 'server/features/payments/',
  charges: 'server/features/payments/',
  client_companions: 'server/features/clients/',
  client_credit_entries: 'server/features/client-credit/',
  client_keys: 'server/features/clients/',
  client_merges: 'server/features/clients/',
  clients: 'server/features/clients/',
  clocks: 'server/features/teams/',
  credit_note_numbers: 'server/features/credit-notes/',
  credit_notes: 'server/features/credit-notes/',
  deliveries: 'server/features/webhooks/',
  delivery_attempts: 'server/features/webhooks/',
  disputes: 'server/features/payments/',
  erasures: 'server/features/privacy/',
  events: 'server/features/events/',
  held_payments: 'server/features/wallet/',
  idempotency_keys: 'server/kernel/outbox/',
  identities: 'server/features/people/',
  installation: 'server/features/readiness/',
  invoice_adjustments: 'server/features/invoices/',
  invoice_numbers: 'server/features/invoices/',
  invoice_payments: 'server/features/invoices/',
  invoices: 'server/features/invoices/',
  job_claims: 'server/kernel/jobs/',
  jobs: 'server/kernel/jobs/',
  late_cancellations: 'server/features/bookings/',
  limit_buckets: 'server/features/teams/',
  list_count_changes: 'server/kernel/outbox/',
  list_counts: 'server/kernel/outbox/',
  mails: 'server/features/notifications/',
  mandate_charges: 'server/features/mandates/',
  mandates: 'server/features/mandates/',
  memberships: 'server/features/people/',
  message_receipts: 'server/features/notifications/',
  messages: 'server/features/notifications/',
  notes: 'server/features/notes/',
  offer_lines: 'server/features/flights/',
  offer_requests: 'server/features/flights/',
  oidc_flows: 'server/features/people/',
  one_time_links: 'server/features/people/',
  passkey_challenges: 'server/features/people/',
  passkeys: 'server/features/people/',
  payment_callbacks: 'server/features/payments/',
  payment_defaults: 'server/features/payments/',
  payment_providers: 'server/features/payments/',
  payment_returns: 'server/features/payments/',
  people: 'server/features/people/',
  processes: 'server/kernel/jobs/',
  quote_numbers: 'server/features/quotes/',
  quotes: 'server/features/quotes/',
  recharge_days: 'server/features/wallet/',
  recharges: 'server/features/wallet/',
  recovery_codes: 'server/features/people/',
  recurring_invoices: 'server/features/recurring-invoices/',
  refunds: 'server/features/invoices/',
  sent_news: 'server/features/news/',
  sessions: 'server/features/people/',
  tags: 'server/features/notes/',
  team_counters: 'server/kernel/outbox/',
  team_logos: 'server/features/teams/',
  team_pricing: 'server/features/flights/',
  teams: 'server/features/teams/',
  totp_secrets: 'server/features/people/',
  trip_acceptances: 'server/features/trips/',
  trip_files: 'server/features/trips/',
  trip_item_claims: 'server/features/trips/',
  trip_items: 'server/features/trips/',
  trip_numbers: 'server/features/trips/',
  trips: 'server/features/trips/',
  wallet_lines: 'server/features/wallet/',
  wallets: 'server/features/wallet/',
  warning_mails: 'server/features/warnings/',
  warning_marks: 'server/features/warnings/',
  webhooks: 'server/features/webhooks/',
}

export interface Guest {
  reads?: readonly string[]
  writes?: readonly string[]
  why: string
}

/** The other files with SQL on a table, with the reason. A file that may write may read. */
export const GUESTS: Readonly<Record<string, Guest>> = {
  'server/kernel/outbox/': {
    reads: ['webhooks'],
    writes: ['events', 'deliveries', 'jobs', 'job_claims'],
    why: 'one statement ends every transaction: events, their deliveries, jobs and counts commit together',
  },
  'server/kernel/jobs/': {
    writes: ['clocks'],
    why: 'a job is due by its own clock, and the clock that a dead process was advancing is freed',
  },
  'server/features/world.ts': { reads: ['clocks'], why: 'a scope needs its time' },
  'server/features/teams/store.ts': {
    writes: ['team_counters', 'wallets'],
    why: 'a new team begins with its rows of these, in one transaction',
  },
  'server/features/teams/test-clock.ts': {
    reads: ['jobs', 'job_claims'],
    why: 'an advance goes to the next moment at which a job is due',
  },
  'server/features/people/session-store.ts': {
    reads: ['teams'],
    why: 'every request needs session, person and teams, in one statement',
  },
  'server/features/mandates/store.ts': {
    reads: ['invoices', 'recurring_invoices'],
    why: 'mandates that need attention are found by what is still owed, and those that end by what awaits its debit',
  },
  'server/features/invoices/store.ts': {
    reads: ['charges'],
    why: 'unpaid invoices that lack a charge are found in batches',
  },
  'server/features/payments/provider-store.ts': {
    reads: ['teams'],
    why: 'locks the team while its default changes',
  },
  'server/features/wallet/recharge-store.ts': {
    reads: ['teams'],
    why: 'the sum of a day needs the zone in which it is a day',
  },
  'server/features/wallet/store.ts': {
    reads: ['bookings'],
    why: 'a line is shown with the locator that its booking got later',
  },
  'server/features/wallet/ledger-proof.ts': {
    reads: ['charge_payments', 'payment_returns'],
    why: 'a proof compares the rows themselves',
  },
  'server/features/bookings/reconciliation.ts': {
    reads: ['charge_payments', 'charges', 'held_payments', 'payment_returns', 'wallet_lines', 'wallets'],
    why: 'lines are compared with what they are about, all at one moment',
  },
  'server/features/clients/merge-store.ts': {
    writes: [
      'bookings',
      'client_credit_entries',
      'credit_notes',
      'invoices',
      'mandates',
      'notes',
      'quotes',
      'recurring_invoices',
      'tags',
      'trips',
    ],
    why: 'one statement moves everything that refers to a duplicate',
  },
  'server/features/warnings/store.ts': {
    reads: ['bookings', 'client_companions', 'clients', 'trip_items', 'trips'],
    why: 'a warning is a fact of trips, of their travellers and of clients',
  },
  'server/features/bookings/store.ts': {
    reads: ['clients'],
    why: 'a booking is shown with the name of its client',
  },
  'server/features/bookings/read-bookings.ts': {
    reads: ['clients', 'events', 'mails', 'notes', 'wallet_lines', 'wallets'],
    why: 'lists show clients, and the history of a booking spans features',
  },
  'server/features/reports/store.ts': {
    reads: ['bookings', 'clients'],
    why: 'sales and departures are bookings with their clients',
  },
  'server/features/flights/pricing/pricing.ts': {
    reads: ['teams'],
    why: 'a team that has set no pricing is priced by the terms it began with',
  },
  'server/features/client-accounts/store.ts': {
    reads: ['client_credit_entries', 'credit_notes', 'invoice_adjustments', 'invoice_payments', 'invoices'],
    why: 'an account is made of all that changed what a client owes, in one order',
  },
  'server/features/credit-notes/store.ts': {
    reads: ['invoices'],
    why: 'a credit note is shown with the number of its invoice',
  },
  'server/features/quotes/store.ts': {
    reads: ['invoices'],
    why: 'a quote is shown with the invoice it became',
  },
  'server/features/trips/store.ts': {
    reads: ['clients'],
    writes: ['bookings', 'quotes'],
    why: 'trips are found by the current name of the client, and a booking and a quote show their trip',
  },
  'server/features/webhooks/delivery-store.ts': {
    reads: ['events'],
    writes: ['jobs', 'job_claims'],
    why: 'many deliveries are queued, recorded or forgotten by one statement, with their jobs and events',
  },
  'server/features/webhooks/deliveries.ts': { reads: ['events'], why: 'the log shows what was sent' },
  'server/features/events/store.ts': {
    writes: ['team_counters'],
    why: 'deleted events can be distinguished from lost ones',
  },
  'server/features/audit/store.ts': {
    reads: ['audit_chains', 'audit_entries', 'wallet_lines', 'wallets'],
    why: 'entries are written at the end of a transaction; a ledger line is its own audit record',
  },
  'server/features/privacy/store.ts': {
    reads: ['credit_notes', 'invoices', 'quotes', 'recurring_invoices', 'refunds'],
    why: 'documents of three tables are erased in one order, open ones refuse it, and texts of all are listed',
  },
  'server/features/search/store.ts': {
    reads: ['bookings', 'clients', 'invoices', 'quotes', 'recurring_invoices', 'trips'],
    why: 'one search looks in all of them',
  },
  'server/app/boot/migrate.ts': {
    writes: ['installation'],
    why: 'the proof of the secret key is written before anything else runs',
  },
  'server/app/checks/': { reads: Object.keys(OWNERS), why: 'the doctor checks the rows themselves' },
  'server/app/cli/checks/': { reads: Object.keys(OWNERS), why: 'the doctor checks the rows themselves' },
  'server/app/cli/backup/restore.ts': { reads: ['teams'], why: 'asks whether a database is empty' },
  'server/app/cli/backup/database.ts': {
    writes: ['clocks'],
    why: 'no process is advancing a clock that was just restored',
  },
}

interface Use {
  table: string
  line: number
  isWrite: boolean
}

/** The names of all tables; the parts of one that is split by number count as one. */
export function tablesIn(files: Files): string[] {
  const made = [...files].flatMap(([path, text]) =>
    path.endsWith('.sql') ? [...withoutComments(text).matchAll(/\bcreate (?:unlogged )?table (\w+)/gi)] : [],
  )
  return [...new Set(made.map(({ 1: name = '' }) => whole(name)))].sort()
}

/** One sentence for each use of a table outside its place. */
export function strangersIn(
  files: Files,
  owners: Readonly<Record<string, string>>,
  guests: Readonly<Record<string, Guest>>,
): string[] {
  return [...files].flatMap(([path, text]) => {
    if (isTestCode(path) || !path.endsWith('.ts')) return []
    return usesIn(text).flatMap(({ table, line, isWrite }) => {
      const home = owners[table]
      if (home === undefined || isAt(path, home)) return []
      const excused = Object.entries(guests).some(
        ([guest, { reads = [], writes = [] }]) =>
          isAt(path, guest) && (writes.includes(table) || (!isWrite && reads.includes(table))),
      )
      return excused
        ? []
        : [`${path}:${line}: ${isWrite ? 'writes' : 'reads'} ${table}, which is not its own`]
    })
  })
}

/** Every table that a text names, in SQL or to the query builder. */
export function usesIn(text: string): Use[] {
  const code = withoutComments(text)
  const sql = /\b(delete\s+from|from|join|into|update|truncate|copy|lock\s+table)\s+(?:only\s+)?"?(\w+)/gi
  const builder = /\.?\b(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|\w+Join)\(\s*'(\w+)/g
  return [...code.matchAll(sql), ...code.matchAll(builder)].map(({ 1: verb = '', 2: name = '', index }) => ({
    table: whole(name),
    line: lineAt(code, index),
    isWrite: !/^(?:from|join|selectFrom|\w+Join)$/i.test(verb),
  }))
}

function whole(name: string): string {
  return name.replace(/_\d*$/, '')
}

function isAt(path: string, place: string): boolean {
  return path === place || (place.endsWith('/') && path.startsWith(place))
}
