// Settings of the suppliers: which are connected, and the time-out of a search.
import { type Parse, setting, type ValuesOf, wholeNumber } from '../../kernel/process/settings.ts'
import type { DuffelConfig } from './duffel/settings.ts'

export const SUPPLIER_SETTINGS = {
  suppliers: setting(
    'SUPPLIERS',
    'simulated',
    someOf('simulated', 'duffel'),
    'Who sells flights, several at once: `simulated`, `duffel`',
  ),
  supplierSearchSeconds: setting(
    'SUPPLIER_SEARCH_SECONDS',
    '10',
    wholeNumber(1, 50),
    'How long a search waits for a supplier; a slower one is named in `warnings`',
  ),
} as const

export type SupplierConfig = ValuesOf<typeof SUPPLIER_SETTINGS>

function someOf<const T extends string>(...names: T[]): Parse<readonly T[]> {
  return (text) => {
    const given = text.split(',').map((part) => part.trim())
    const found = names.filter((name) => given.includes(name))
    if (found.length === 0 || found.length !== given.length)
      throw new Error(`must be some of ${names.join(', ')}, each once`)
    return found
  }
}

// The connected suppliers that sell real flights to live keys.

export type CarrierConfig = SupplierConfig & Pick<DuffelConfig, 'duffelToken'>

export function liveCarriers({ suppliers, duffelToken }: CarrierConfig): string[] {
  return suppliers.filter((name) => name === 'duffel' && duffelToken !== null)
}
