// The object, page and amount of an audit entry.
import { PATHS } from './paths.ts'

interface Audited {
  readonly object_id: string | null
  readonly changes: readonly {
    readonly object: string
    readonly object_id: string
    readonly before: Readonly<Record<string, unknown>> | null
    readonly after: Readonly<Record<string, unknown>> | null
  }[]
}

export interface AuditFacts {
  /** The object's type, such as `invoice`; null if unknown. */
  readonly kind: string | null
  readonly id: string | null
  /** The object's page in the panel. */
  readonly path: string | null
  /** In BRL, negative if money left. */
  readonly amount: string | number | null
}

const PAGES: Readonly<Record<string, (id: string) => string>> = {
  booking: PATHS.booking,
  recharge: PATHS.recharge,
  invoice: PATHS.invoice,
  quote: PATHS.quote,
  recurring_invoice: PATHS.recurringInvoice,
  client: PATHS.client,
  webhook: PATHS.webhook,
}
const AMOUNTS = ['amount', 'total', 'amount_paid', 'returned_amount']

export function auditFacts({ object_id, changes }: Audited): AuditFacts {
  const [first] = changes
  const kind = kindOf(object_id, first?.after ?? null, first?.object)
  const id = object_id ?? first?.object_id ?? null
  const page = kind === null ? undefined : PAGES[kind]
  return { kind, id, path: id === null || page === undefined ? null : page(id), amount: amountOf(changes) }
}

/** A wallet transaction refers to the booking or recharge that moved the money. */
function kindOf(
  id: string | null,
  after: Readonly<Record<string, unknown>> | null,
  object: string | undefined,
): string | null {
  if (id?.startsWith('ord_')) return 'booking'
  if (id?.startsWith('rch_')) return 'recharge'
  if (object !== 'transaction') return object ?? null
  return typeof after?.reference_type === 'string' ? after.reference_type : 'transaction'
}

function amountOf(changes: Audited['changes']): AuditFacts['amount'] {
  for (const { before, after } of changes)
    for (const name of AMOUNTS) {
      const value = (after ?? before)?.[name]
      if (typeof value === 'number') return value
      if (typeof value === 'string' && /^-?\d+\.\d{2}$/.test(value)) return value
    }
  return null
}
