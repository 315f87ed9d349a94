// The menu as one typed table, used by the side menu, the bottom bar and Ctrl K.
import type { Permission } from '../../contract/permissions.ts'
import { PATHS } from '../logic/paths.ts'
import type { frameWords } from '../words/frame.ts'

type Words = (typeof frameWords)['pt']

export interface MenuEntry {
  readonly name: keyof Words['pages']
  readonly to: string
  /** Users without this permission do not see the entry. */
  readonly needs?: Permission
  readonly isTestOnly?: true
  readonly isForOperator?: true
  /** Shown in the bottom bar, which holds four entries. */
  readonly onPhone?: true
}

export interface MenuGroup {
  readonly name: keyof Words['groups'] | null
  readonly entries: readonly MenuEntry[]
}

const MENU: readonly MenuGroup[] = [
  { name: null, entries: [{ name: 'start', to: PATHS.start, onPhone: true }] },
  {
    name: 'sell',
    entries: [
      { name: 'flights', to: PATHS.flights, needs: 'search', onPhone: true },
      { name: 'bookings', to: PATHS.bookings, needs: 'bookings.read', onPhone: true },
      { name: 'trips', to: PATHS.trips, needs: 'trips.read' },
      { name: 'deadlines', to: PATHS.deadlines, needs: 'bookings.read' },
      { name: 'clients', to: PATHS.clients, needs: 'clients.read' },
    ],
  },
  {
    name: 'money',
    entries: [
      { name: 'wallet', to: PATHS.wallet, needs: 'wallet.read', onPhone: true },
      { name: 'invoices', to: PATHS.invoices, needs: 'invoices.read' },
      { name: 'creditNotes', to: PATHS.creditNotes, needs: 'invoices.read' },
      { name: 'recurringInvoices', to: PATHS.recurringInvoices, needs: 'recurringInvoices.read' },
      { name: 'quotes', to: PATHS.quotes, needs: 'quotes.read' },
      { name: 'receivables', to: PATHS.receivables, needs: 'invoices.read' },
      { name: 'reports', to: PATHS.reports, needs: 'reports.read' },
    ],
  },
  {
    name: 'develop',
    entries: [
      { name: 'keys', to: PATHS.keys, needs: 'keys.read' },
      { name: 'webhooks', to: PATHS.webhooks, needs: 'webhooks.read' },
      { name: 'events', to: PATHS.events, needs: 'events.read' },
      { name: 'audit', to: PATHS.audit, needs: 'audit.read' },
      { name: 'sandbox', to: PATHS.sandbox, needs: 'sandbox.read', isTestOnly: true },
    ],
  },
  {
    name: 'manage',
    entries: [
      { name: 'settings', to: PATHS.settings, needs: 'team.read' },
      { name: 'installation', to: PATHS.installation, isForOperator: true },
    ],
  },
]

export interface Viewer {
  readonly permissions: ReadonlySet<Permission>
  readonly isTest: boolean
  readonly isOperator: boolean
}

/** The entries that this user may see; empty groups are left out. */
export function menuFor({ permissions, isTest, isOperator }: Viewer): MenuGroup[] {
  const sees = ({ needs, isTestOnly, isForOperator }: MenuEntry) =>
    (needs === undefined || permissions.has(needs)) &&
    (!isTestOnly || isTest) &&
    (!isForOperator || isOperator)
  const groups = MENU.map(({ name, entries }) => ({ name, entries: entries.filter(sees) }))
  return groups.filter(({ entries }) => entries.length > 0)
}
