// Lets dead work run again, for an operator or at the command line; the audit log of the installation says who did.
import { type Actor, record } from './audit.ts'
import { installationTransaction } from './installation-transaction.ts'
import { reviveWork } from './stored-work.ts'
import type { TransactionHost } from './transaction.ts'

const REVIVED = {
  topic: 'settings',
  object: 'due_work',
  before: { state: 'dead' },
  after: { state: 'waiting' },
} as const

/** The number of a piece, or all of them; undefined for anything else. */
export function readPieces(text: string): bigint | 'all' | undefined {
  if (text === 'all') return text
  return /^\d{1,18}$/.test(text) ? BigInt(text) : undefined
}

/** How many there were. */
export async function retryWork(
  host: TransactionHost & { readonly by?: Actor },
  which: bigint | 'all',
): Promise<number> {
  const revived = await installationTransaction(host, async (tx) => {
    const pieces = await reviveWork(tx, which)
    if (pieces > 0) record(tx, { ...REVIVED, objectId: String(which) })
    return pieces
  })
  if (revived > 0) host.workAdded()
  return revived
}
