// The registry of banks, and their open connections: one for each provider in use, with its token and its
// pool.

import type { BankName } from '../../../contract/payment-providers.ts'
import { putBounded } from '../../kernel/values/bounded.ts'
import { asaasBank } from './asaas/asaas-bank.ts'
import { mercadoPagoBank } from './mercado-pago/mercado-pago-bank.ts'
import { apiPix } from './pix/api-pix.ts'
import { pixKeyBank } from './pix-key/pix-key-bank.ts'
import type { Bank, BankAdapter, SettingTexts, ShownSettings, Surroundings } from './port.ts'
import { simulatedBank } from './simulated/simulated-bank.ts'

export const BANKS: Readonly<Record<BankName, BankAdapter>> = {
  simulated: simulatedBank,
  'pix-bacen': apiPix,
  asaas: asaasBank,
  'pix-key': pixKeyBank,
  'mercado-pago': mercadoPagoBank,
}

export interface Banks {
  /** The built-in bank. */
  readonly simulated: Bank
  /** The connection of a provider. `settings` is called only if the connection is not open. */
  bank(team: string, providerId: string, name: BankName, settings: () => SettingTexts): Bank
  /** A connection with settings that are not stored yet. The caller closes it. */
  trial(team: string, name: BankName, settings: SettingTexts): Bank
  forget(providerId: string): Promise<void>
  close(): Promise<void>
}

/**
 * As many agencies as are likely to be busy at once: each keeps settings, certificates and a token in memory.
 */
const OPEN_MAX = 500

export function makeBanks(surroundings: Omit<Surroundings, 'team'>, openMax = OPEN_MAX): Banks {
  const open = new Map<string, Bank>()
  const connect = (team: string, name: BankName, settings: SettingTexts) =>
    BANKS[name].connect(settings, { ...surroundings, team })
  return {
    simulated: simulatedBank.connect({}, { ...surroundings, team: '' }),
    trial: connect,
    bank(team, providerId, name, settings) {
      const known = open.get(providerId) ?? connect(team, name, settings())
      // The most recently used is last. A dropped connection may still be in use, so it is not closed: idle
      // sockets end anyway.
      open.delete(providerId)
      putBounded(open, providerId, known, openMax)
      return known
    },
    async forget(providerId) {
      const bank = open.get(providerId)
      open.delete(providerId)
      await bank?.close()
    },
    async close() {
      await Promise.all([...open.values()].map((bank) => bank.close()))
      open.clear()
    },
  }
}

/** A bank's own sandbox is connected like the bank, but its money is never real. */
export function isOwnSandbox(
  { addresses, sandboxHosts = [] }: Pick<BankAdapter, 'addresses' | 'sandboxHosts'>,
  settings: ShownSettings,
): boolean {
  return addresses.some((field) => sandboxHosts.includes(URL.parse(settings[field] ?? '')?.hostname ?? ''))
}
