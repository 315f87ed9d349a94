// A bank's own sandbox is connected like the bank itself, and no money comes from there, whatever it says.
import type { BankKind, ShownSettings } from './port.ts'

export function isOwnSandbox(
  { addresses, sandboxHosts = [] }: Pick<BankKind, 'addresses' | 'sandboxHosts'>,
  settings: ShownSettings,
): boolean {
  return addresses.some((field) => sandboxHosts.includes(URL.parse(settings[field] ?? '')?.hostname ?? ''))
}
