// Which of the connected suppliers sell real flights to live keys, as the settings say.
import type { DuffelConfig } from './duffel/settings.ts'
import type { SupplierConfig } from './settings.ts'

export type CarrierConfig = SupplierConfig & Pick<DuffelConfig, 'duffelToken'>

export function liveCarriers({ suppliers, duffelToken }: CarrierConfig): string[] {
  return suppliers.filter((name) => name === 'duffel' && duffelToken !== null)
}
