// Expansions: the objects that a read or a list includes if `expand[]` names them, one level deep.
import Type from 'typebox'
import { Nullable } from './common.ts'
import type { Permission } from './permissions.ts'

/** Each with the permission of what it shows. */
export const EXPANSIONS = {
  client: 'clients.read',
  documents: 'bookings.read',
  event: 'events.read',
  invoice: 'invoices.read',
  last_invoice: 'invoices.read',
  quote: 'quotes.read',
  recurring_invoice: 'recurringInvoices.read',
  transaction: 'wallet.read',
} as const satisfies Readonly<Record<string, Permission>>
export type Expansion = keyof typeof EXPANSIONS

/** The query parameter of an operation that knows these. */
export const Expand = (...names: readonly Expansion[]) => ({
  expand: Type.Optional(
    Type.Array(Type.Enum([...names]), {
      maxItems: 20,
      description: `Includes ${names.map((name) => `\`${name}\` (needs \`${EXPANSIONS[name]}\`)`).join(', ')}`,
    }),
  ),
})

/** An included object of the named shape. By name, because shapes may include each other. */
export const Expanded = (shape: string, name: Expansion) =>
  Type.Optional(
    Type.Unsafe<object | null>({
      ...Nullable(Type.Unsafe<object>({ type: 'object', 'x-shape': shape })),
      'x-expanded': true,
      description: `Only with \`expand[]=${name}\``,
    }),
  )

interface Query {
  readonly properties?: { readonly expand?: { readonly items?: { readonly enum?: readonly Expansion[] } } }
  readonly allOf?: readonly Query[]
}

/** The names that an operation knows, by its query. */
export function expansionsOf(query: Query = {}): readonly Expansion[] {
  const own = query.properties?.expand?.items?.enum ?? []
  return [...own, ...(query.allOf ?? []).flatMap(expansionsOf)]
}
