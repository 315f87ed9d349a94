// The registry of banks that a team can connect. It keeps one connection to each bank that is in use, with its token
// and its pool.
import type { BankName } from '../../../contract/banks.ts'
import { putBounded } from '../../kernel/values/put-bounded.ts'
import { asaasBank } from './asaas/asaas-bank.ts'
import { apiPix } from './pix/api-pix.ts'
import type { Bank, BankKind, SettingTexts, Surroundings } from './port.ts'
import { simulatedBank } from './simulated/simulated-bank.ts'

export const BANKS: readonly BankKind[] = [simulatedBank, apiPix, asaasBank]

export function bankNamed(name: BankName): BankKind {
  const kind = BANKS.find((bank) => bank.name === name)
  if (kind === undefined) throw new Error(`no bank is called ${name}`)
  return kind
}

export interface Banks {
  /** The one that comes with the service. */
  readonly simulated: Bank
  /** The bank of a provider; its settings are read at its first use only, and again after those of many others. */
  bank(team: string, providerId: string, name: BankName, settings: () => SettingTexts): Bank
  /** One that is tried out before it is kept. The caller closes it. */
  trial(team: string, name: BankName, settings: SettingTexts): Bank
  forget(providerId: string): Promise<void>
  close(): Promise<void>
}

/** Of as many agencies as are likely to be busy at a time: each has settings, certificates and a token in memory. */
const OPEN_MAX = 500

export function makeBanks(surroundings: Omit<Surroundings, 'team'>, openMax = OPEN_MAX): Banks {
  const open = new Map<string, Bank>()
  const connect = (team: string, name: BankName, settings: SettingTexts) =>
    bankNamed(name).connect(settings, { ...surroundings, team })
  return {
    simulated: simulatedBank.connect({}, { ...surroundings, team: '' }),
    trial: connect,
    bank(team, providerId, name, settings) {
      const known = open.get(providerId) ?? connect(team, name, settings())
      // The latest last. What falls out is not closed, as somebody may be asking it: idle connections end anyway.
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
