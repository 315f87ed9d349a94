// The other side of a line: where its money came from, or went to.

/** A provider's account at its bank, what a supplier's carriers were paid, or a correction by hand. */
export type Account = `bank:${string}` | `carrier:${string}` | 'adjustment'

/** The simulated bank belongs to no provider. */
export function bankAccount(providerId: string | null): Account {
  return `bank:${providerId ?? 'simulated'}`
}

export function carrierAccount(supplier: string): Account {
  return `carrier:${supplier}`
}
