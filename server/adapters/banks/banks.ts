// The registry of banks that a team can connect. It keeps one connection to each bank that is in use, with its token
// and its pool.

import type { IncomingHttpHeaders } from 'node:http'
import type { BankName } from '../../../contract/payment-providers.ts'
import { putBounded } from '../../kernel/values/bounded.ts'
import { asaasBank } from './asaas/asaas-bank.ts'
import { apiPix } from './pix/api-pix.ts'
import type { Bank, BankKind, SettingTexts, ShownSettings, Surroundings } from './port.ts'
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

// In what banks differ besides what they are asked: each says so of itself, and the features go by that.

export interface BankHabits {
  /** Hosts of its own at which no money is real. */
  readonly sandboxHosts?: readonly string[]
  /** Its charges can be paid after their end, so they are withdrawn then. */
  readonly keepsExpired?: boolean
  /** It makes no charge for a payer without CPF or CNPJ. */
  readonly needsPayerDocument?: boolean
}

/** What a bank says of a charge that it has made, besides how it is paid. */
export interface BankNames {
  /** The bank's own id of the charge, where ours is not enough to read it back by. */
  bankReference?: string
}

/** What a boleto has besides its numbers. */
export interface BoletoExtras extends BankNames {
  /** The bank's own number of it. */
  ourNumber?: string
  /** The bank's own page or PDF of it. */
  slipUrl?: string
}

/** Headers of a callback, in lower case. */
export type CallbackHeaders = IncomingHttpHeaders

// A bank's own sandbox is connected like the bank itself, and no money comes from there, whatever it says.

export function isOwnSandbox(
  { addresses, sandboxHosts = [] }: Pick<BankKind, 'addresses' | 'sandboxHosts'>,
  settings: ShownSettings,
): boolean {
  return addresses.some((field) => sandboxHosts.includes(URL.parse(settings[field] ?? '')?.hostname ?? ''))
}
