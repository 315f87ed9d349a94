// Keeps one connection to each team's bank, with its token and its pool, for as long as the process lives.
import type { Clock } from '../../base/process/clock.ts'
import { resolveName } from '../receivers/guarded-connection.ts'
import type { AddressRules, Resolve } from '../receivers/public-address.ts'
import { makePixBacen, type PixBacenAccount } from './pix/pix-bacen.ts'
import type { PaymentProvider } from './port.ts'

export interface Banks {
  /** The bank of a provider; `account` is read at its first use only. */
  bank(providerId: string, account: () => PixBacenAccount): PaymentProvider
  /** One that is tried out before it is kept. The caller closes it. */
  trial(account: PixBacenAccount): PaymentProvider
  forget(providerId: string): Promise<void>
  close(): Promise<void>
}

interface BanksOptions extends AddressRules {
  wall: Clock
  resolve?: Resolve
  timeoutMs?: number
}

export function makeBanks({ wall, resolve = resolveName, timeoutMs, ...rules }: BanksOptions): Banks {
  const open = new Map<string, PaymentProvider>()
  const options = { wall, address: { ...rules, resolve }, ...(timeoutMs && { timeoutMs }) }
  const make = (account: PixBacenAccount) => makePixBacen(account, options)
  return {
    trial: make,
    bank(providerId, account) {
      const known = open.get(providerId) ?? make(account())
      open.set(providerId, known)
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
