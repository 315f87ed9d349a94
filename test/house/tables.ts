// Checks that the SQL on a table stands in one place: in the store that owns it, or in a file that is excused.
import { type Files, isTestCode, lineAt, withoutComments } from './project-files.ts'

/** The files with the SQL on each table; a folder, with a slash at its end, where several share it. */
export const OWNERS: Readonly<Record<string, readonly string[]>> = {
  api_keys: ['server/features/teams/key-store.ts'],
  audit_chains: ['server/kernel/outbox/', 'server/features/audit/store.ts'],
  audit_entries: ['server/kernel/outbox/', 'server/features/audit/store.ts'],
  bookings: [
    'server/features/bookings/store.ts',
    'server/features/bookings/store.ts',
    'server/features/bookings/read-bookings.ts',
    'server/features/reports/',
    'server/features/bookings/store.ts',
  ],
  carrier_orders: ['server/adapters/flights/simulated/'],
  carrier_seats: ['server/adapters/flights/simulated/'],
  charge_payments: ['server/features/payments/charge-store.ts'],
  charges: ['server/features/payments/charge-store.ts'],
  clients: ['server/features/clients/store.ts'],
  clocks: ['server/features/teams/test-clock.ts'],
  deliveries: ['server/features/webhooks/'],
  delivery_attempts: ['server/features/webhooks/'],
  due_work: ['server/kernel/outbox/'],
  due_work_claims: ['server/kernel/outbox/'],
  erasures: ['server/features/privacy/store.ts'],
  events: ['server/features/events/store.ts', 'server/features/events/store.ts'],
  held_payments: ['server/features/wallet/held-payments.ts'],
  idempotency_keys: ['server/kernel/outbox/'],
  installation: ['server/app/boot/migrate.ts', 'server/features/readiness/store.ts'],
  identities: ['server/features/people/identities/store.ts'],
  identity_errands: ['server/features/people/identities/store.ts'],
  invoice_numbers: ['server/features/invoices/store.ts'],
  invoice_payments: ['server/features/invoices/store.ts'],
  invoices: ['server/features/invoices/store.ts', 'server/features/invoices/store.ts'],
  limit_buckets: ['server/features/teams/buckets.ts'],
  list_counts: ['server/kernel/outbox/'],
  list_count_changes: ['server/kernel/outbox/'],
  mails: [
    'server/features/notifications/mail-store.ts',
    'server/features/notifications/mail-store.ts',
    'server/features/notifications/mail-store.ts',
    'server/features/notifications/mail-store.ts',
  ],
  memberships: ['server/features/people/person-store.ts', 'server/features/people/person-store.ts'],
  message_receipts: [
    'server/features/notifications/message-store.ts',
    'server/features/notifications/message-store.ts',
  ],
  messages: [
    'server/features/notifications/message-store.ts',
    'server/features/notifications/message-store.ts',
  ],
  notes: ['server/features/notes/notes.ts'],
  offer_lines: ['server/features/flights/store.ts'],
  offer_requests: ['server/features/flights/store.ts'],
  one_time_links: ['server/features/people/account-links.ts', 'server/features/people/invitation-store.ts'],
  passkey_challenges: ['server/features/people/factors/store.ts'],
  passkeys: ['server/features/people/factors/store.ts'],
  payment_callbacks: ['server/features/payments/provider-store.ts'],
  payment_defaults: ['server/features/payments/provider-store.ts'],
  payment_returns: ['server/features/payments/returns.ts'],
  payment_providers: [
    'server/features/payments/provider-store.ts',
    'server/features/payments/provider-store.ts',
  ],
  people: ['server/features/people/person-store.ts', 'server/features/people/person-store.ts'],
  processes: ['server/kernel/outbox/'],
  quote_numbers: ['server/features/quotes/store.ts'],
  quotes: ['server/features/quotes/store.ts'],
  recovery_codes: ['server/features/people/factors/store.ts'],
  recharge_days: ['server/features/wallet/recharge-store.ts'],
  refunds: ['server/features/invoices/refunds/store.ts'],
  recharges: ['server/features/wallet/recharge-store.ts'],
  recurring_invoices: ['server/features/recurring-invoices/store.ts'],
  tags: ['server/features/notes/tags.ts'],
  sessions: ['server/features/people/factors/store.ts', 'server/features/people/session-store.ts'],
  team_counters: ['server/kernel/outbox/'],
  team_pricing: ['server/features/flights/pricing/pricing.ts'],
  told_news: ['server/features/news/store.ts'],
  team_logos: ['server/features/teams/store.ts'],
  teams: ['server/features/teams/store.ts'],
  totp_secrets: ['server/features/people/factors/store.ts'],
  wallet_lines: [
    'server/features/wallet/ledger.ts',
    'server/features/wallet/ledger-proof.ts',
    'server/features/wallet/store.ts',
  ],
  wallets: [
    'server/features/wallet/ledger.ts',
    'server/features/wallet/ledger-proof.ts',
    'server/features/wallet/store.ts',
  ],
  webhooks: ['server/features/webhooks/'],
}

export interface Guest {
  reads?: readonly string[]
  writes?: readonly string[]
  why: string
}

/** Who else names a table. Whoever may write may read. */
export const GUESTS: Readonly<Record<string, Guest>> = {
  'server/kernel/outbox/flush.ts': {
    reads: ['webhooks'],
    writes: ['events', 'deliveries'],
    why: 'one statement ends every transaction: events, their deliveries, due work and counts commit together',
  },
  'server/kernel/jobs/jobs.ts': { reads: ['clocks'], why: 'a piece is due by the time of its own clock' },
  'server/kernel/jobs/processes.ts': {
    writes: ['clocks'],
    why: 'a clock that a dead process was advancing is freed',
  },
  'server/features/world.ts': { reads: ['clocks'], why: 'a scope needs its time, on every floor above' },
  'server/features/teams/store.ts': {
    writes: ['team_counters', 'wallets'],
    why: 'a new team begins with its rows of these, in one transaction',
  },
  'server/features/teams/key-store.ts': {
    reads: ['teams'],
    why: 'every request needs key and team, in one look',
  },
  'server/features/people/session-store.ts': {
    reads: ['people', 'memberships', 'teams', 'identities'],
    why: 'every request needs session, person and teams, in one look; none begins by an identity that is gone',
  },
  'server/features/teams/test-clock.ts': {
    reads: ['due_work', 'due_work_claims'],
    why: 'an advance goes to the next moment at which something is due',
  },
  'server/features/payments/provider-store.ts': {
    reads: ['teams', 'charges'],
    why: 'locks the team while its default changes, and keeps only callbacks about charges of the same team',
  },
  'server/features/payments/returns.ts': {
    reads: ['charges', 'charge_payments'],
    writes: ['payment_providers'],
    why: 'notes how far a provider was looked through for returns, and how long payments of its may go back',
  },
  'server/features/wallet/recharge-store.ts': {
    reads: ['teams', 'wallets'],
    why: 'locks the wallet while the sum of a day is looked at, and needs the zone in which it is a day',
  },
  'server/features/wallet/ledger-proof.ts': {
    reads: ['recharges', 'charge_payments', 'held_payments', 'payment_returns', 'wallet_lines', 'wallets'],
    why: 'a proof looks at the rows themselves',
  },
  'server/features/bookings/reconciliation.ts': {
    reads: [
      'bookings',
      'charge_payments',
      'charges',
      'held_payments',
      'payment_returns',
      'wallet_lines',
      'wallets',
    ],
    why: 'lines are held against what they are about, all at one moment',
  },
  'server/features/bookings/store.ts': {
    reads: ['clients'],
    why: 'a booking is shown with the name of its client',
  },
  'server/features/reports/store.ts': { reads: ['clients'], why: 'the same, in reports' },
  'server/features/flights/pricing/pricing.ts': {
    reads: ['teams'],
    why: 'a team that has set no pricing is priced by the terms it began with',
  },
  'server/features/quotes/store.ts': {
    reads: ['invoices'],
    why: 'a quote is shown with the invoice it became',
  },
  'server/features/notifications/message-store.ts': {
    reads: ['mails'],
    why: 'what went by mail has the state of that mail',
  },
  'server/features/webhooks/delivery-store.ts': {
    reads: ['events'],
    writes: ['due_work', 'due_work_claims'],
    why: 'many deliveries are queued, recorded or forgotten by one statement, with their jobs and events',
  },
  'server/features/webhooks/deliveries.ts': { reads: ['events'], why: 'the log shows what was sent' },
  'server/features/events/store.ts': {
    writes: ['team_counters'],
    why: 'what was forgotten can be told from what was lost',
  },
  'server/features/audit/store.ts': {
    reads: ['wallet_lines', 'wallets'],
    why: 'a ledger line is its own audit record, and is listed between the entries',
  },
  'server/features/privacy/store.ts': {
    reads: ['invoices', 'quotes', 'recurring_invoices'],
    why: 'who is erased has documents of three kinds, which are taken in one order; open ones refuse it',
  },
  'server/features/bookings/read-bookings.ts': {
    reads: ['clients', 'events', 'mails', 'notes', 'wallet_lines', 'wallets'],
    why: 'lists show clients, and the history of a booking, in the order of time across features that do not know each other',
  },
  'server/features/search/store.ts': {
    reads: ['bookings', 'clients', 'invoices', 'quotes', 'recurring_invoices'],
    why: 'one search looks in all of them',
  },
  'server/app/checks/': {
    reads: Object.keys(OWNERS),
    why: 'the doctor looks at the rows themselves, also where the code would not let them be',
  },
  'server/app/cli/checks/': {
    reads: Object.keys(OWNERS),
    why: 'the doctor looks at the rows themselves, also where the code would not let them be',
  },
  'server/app/cli/backup/restore.ts': { reads: ['teams'], why: 'asks whether a database is empty' },
  'server/app/cli/backup/database.ts': {
    writes: ['clocks'],
    why: 'nobody is advancing a clock that was just restored',
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
  owners: Readonly<Record<string, readonly string[]>>,
  guests: Readonly<Record<string, Guest>>,
): string[] {
  return [...files].flatMap(([path, text]) => {
    if (isTestCode(path) || !path.endsWith('.ts')) return []
    return usesIn(text).flatMap(({ table, line, isWrite }) => {
      const homes = owners[table]
      if (homes === undefined || homes.some((home) => isAt(path, home))) return []
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
