// THE menu, one typed table: what there is, where, and who sees it. The side menu, the phone's bar and Ctrl K read it.
import type { Permission } from '../../contract/permissions.ts'
import { PATHS } from '../kit/paths.ts'
import type { frameWords } from '../words/frame.ts'

type Words = (typeof frameWords)['pt']

export interface MenuEntry {
  readonly name: keyof Words['pages']
  readonly to: string
  /** Who lacks it does not see the entry. */
  readonly needs?: Permission
  readonly isTestOnly?: true
  readonly isForOperator?: true
  /** Its place in the bar of phones, which holds four. */
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
      { name: 'deadlines', to: PATHS.deadlines, needs: 'bookings.read' },
      { name: 'clients', to: PATHS.clients, needs: 'clients.read' },
    ],
  },
  {
    name: 'money',
    entries: [
      { name: 'wallet', to: PATHS.wallet, needs: 'wallet.read', onPhone: true },
      { name: 'invoices', to: PATHS.invoices, needs: 'invoices.read' },
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

/** What this person has in front of them; groups without entries are left out. */
export function menuFor({ permissions, isTest, isOperator }: Viewer): MenuGroup[] {
  const sees = ({ needs, isTestOnly, isForOperator }: MenuEntry) =>
    (needs === undefined || permissions.has(needs)) &&
    (!isTestOnly || isTest) &&
    (!isForOperator || isOperator)
  const groups = MENU.map(({ name, entries }) => ({ name, entries: entries.filter(sees) }))
  return groups.filter(({ entries }) => entries.length > 0)
}
