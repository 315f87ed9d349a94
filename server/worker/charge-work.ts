// What is asked of a team's bank in the background: whether a charge was paid, and to take one away.
import { enqueue, finish } from '../outbox/due-work.ts'
import { transaction } from '../outbox/transaction.ts'
import { type ChargeState, isAbsent, type Outcome } from '../outside/banks/port.ts'
import { bankOfCharge, bankOfProvider } from '../payments/bank-of.ts'
import { findCharge, findChargeByTxid } from '../payments/charge-store.ts'
import type { Task, World } from '../world.ts'
import { settleCharge } from './settle-charge.ts'

/** A bank may tell of a payment before its own books show it: waits before it is asked again. */
const LOOK_AGAIN_MS = [10_000, 60_000, 300_000] as const

interface Check {
  providerId: string
  txid: string
  look: number
}

/** Follows a hint: reads the charge back and believes the bank's books, not the hint. */
export async function checkCharge(world: World, { piece, payload, scope }: Task): Promise<void> {
  const { providerId, txid, look } = payload as Check
  const charge = await findChargeByTxid(world.pool, scope!, txid)
  if (charge === undefined) return
  const bank = await bankOfProvider(world, providerId)
  if (bank === null) return
  const state = believed(await bank.read({ txid, due: false }))
  if (state === null) return
  await settleCharge(world, scope!, charge, state)
  const waitMs = LOOK_AGAIN_MS[look - 1]
  if (state.status !== 'open' || waitMs === undefined) return
  await transaction(world, scope!, async (tx) => {
    const again = { providerId, txid, look: look + 1 }
    const at = new Date(tx.now.getTime() + waitMs)
    enqueue(tx, 'check-charge', at, again, `${piece.key.split('#')[0]}#${look + 1}`, 'check')
    finish(tx, piece)
  })
}

/** After a cancellation. If the payer was faster, the payment is taken in. */
export async function withdrawCharge(world: World, { piece, scope }: Task): Promise<void> {
  const charge = await findCharge(world.pool, piece.key)
  const bank = charge && (await bankOfCharge(world, charge))
  if (!bank) return
  const state = believed(await bank.withdraw({ txid: charge.txid, due: false }))
  // That it was removed is what we asked for, and no failure.
  if (state !== null) await settleCharge(world, scope!, charge, { ...state, status: 'open' })
}

/** Null where the bank has no such charge; a bank that does not say is asked again later. */
function believed(answer: Outcome<ChargeState>): ChargeState | null {
  if (answer.outcome === 'confirmed') return answer.value
  if (isAbsent(answer)) return null
  throw new Error(`the bank did not say: ${answer.reason}`)
}
