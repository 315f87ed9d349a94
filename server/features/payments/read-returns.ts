// Looks through what a bank received for payments that went back since: one piece of the last months at each
// reconciliation, and then from the beginning again. The bank is asked for returned payments alone, so that it costs
// one short answer however much was paid.

import { paidBy, type ReceivedPayment } from '../../adapters/banks/port.ts'
import { ownerOfRow } from '../../kernel/outbox/owner.ts'
import { scopeOf, type World } from '../world.ts'
import { bankOf } from './bank-of.ts'
import type { ChargeRow } from './charge-store.ts'
import { chargeToldBy } from './charge-told-by.ts'
import type { ProviderRow } from './provider-store.ts'
import { RETURN_WINDOW_MS_MIN, RETURNS_WATCHED_MS } from './reconcile-schedule.ts'
import { noteReturnsRead, returnsOf } from './return-store.ts'
import { returnsDone, type VerdictRoutes } from './verdict-routes.ts'

export async function readReturns(
  world: World,
  provider: ProviderRow,
  now: Date,
  routes: VerdictRoutes,
): Promise<void> {
  const windowMs = Number(provider.returns_window_ms)
  const oldest = new Date(now.getTime() - RETURNS_WATCHED_MS)
  const begun = provider.returns_from
  const from = begun === null || begun < oldest ? oldest : begun
  const to = new Date(Math.min(now.getTime(), from.getTime() + windowMs))
  const answer = await bankOf(world, provider).returned(from, to)
  if (answer.outcome !== 'confirmed') {
    world.log.warn({ provider: provider.id, reason: answer.reason }, 'returns not read')
    // The bank may have too much to tell of so long a time, or refuse to be asked about it.
    return noteReturnsRead(world.pool, provider.id, from, Math.max(windowMs / 2, RETURN_WINDOW_MS_MIN))
  }
  for (const payment of answer.value.payments) await takeIn(world, provider, payment, routes)
  for (const txid of answer.value.unreadable)
    world.log.error({ provider: provider.id, txid }, 'a returned payment cannot be read')
  const isThrough = to >= now
  const nextMs = isThrough ? Math.min(windowMs * 2, RETURNS_WATCHED_MS) : windowMs
  await noteReturnsRead(world.pool, provider.id, isThrough ? null : to, nextMs)
}

/** What cannot be taken in is met again at the next time round, and holds up no other. */
async function takeIn(
  world: World,
  provider: ProviderRow,
  payment: ReceivedPayment,
  routes: VerdictRoutes,
): Promise<void> {
  const charge = await chargeToldBy(world.pool, provider, payment.txid)
  if (charge === undefined || !(await hasNews(world, charge, payment))) return
  const scope = await scopeOf(world, ownerOfRow(charge))
  await routes[charge.purpose](world, scope, charge, paidBy(payment)).catch((err) => {
    world.log.error({ err, provider: provider.id, charge: charge.id }, 'a return was not taken in')
  })
}

/** A payment that went back stays in the bank's answers for months: what was taken in is left alone. */
async function hasNews(world: World, { id }: ChargeRow, payment: ReceivedPayment): Promise<boolean> {
  const known = await returnsOf(world.pool, [id])
  const isKnown = (returnId: string) =>
    known.some(({ payment_id, return_id }) => payment_id === payment.id && return_id === returnId)
  return returnsDone(payment).some(({ id: returnId }) => !isKnown(returnId))
}
