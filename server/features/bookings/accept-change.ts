// Accepts a change that a carrier made to a booking and waits for an answer to. That we are about to is stored before
// the carrier is asked, and due work finds out what a lost answer was.
import type { BookingChange } from '../../../contract/booking-changes.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { refusing, stepsOf } from '../../kernel/outbox/steps.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { keyOf } from '../../kernel/outbox/waiting-request.ts'
import { fail } from '../../kernel/values/fail.ts'
import { nextState } from '../../kernel/values/state-table.ts'
import type { World } from '../world.ts'
import { demandSupplier, failAway, TAKE_OVER_AFTER_MS } from './at-carrier.ts'
import { type ChangeAddress, changesOf, changeView, type StoredChange } from './booking-changes.ts'
import { type BookingRow, findBooking } from './booking-store.ts'
import { askToAccept, endAcceptance, failureOf, withChange } from './end-acceptance.ts'
import { moveBooking } from './move-booking.ts'
import { lockBooking } from './order-store.ts'
import { BOOKING_MOVES } from './states.ts'
import * as work from './work.ts'

export async function acceptChange(
  world: World,
  scope: Scope,
  address: ChangeAddress,
): Promise<BookingChange> {
  const known = findIn(await findBooking(readerOf(world), scope.owner, address.id), address)
  if (known.action_taken === 'accepted') return transaction(world, scope, async () => changeView(known))
  const { first, last } = stepsOf(scope)
  const booking = await mark(world, first, address, keyOf(scope))
  const answer = await askToAccept(world, scope, booking, address.change_id)
  if (answer.outcome === 'unknown') return failAway()
  if (answer.outcome === 'confirmed') return endAcceptance(world, last, address, 'accepted')
  const failure = failureOf(answer)
  await endAcceptance(world, refusing(last, failure), address, 'refused')
  throw failure
}

function findIn(booking: BookingRow | undefined, { change_id }: ChangeAddress): StoredChange {
  const changes = changesOf(booking ?? fail('booking_not_found'))
  return changes.find(({ id }) => id === change_id) ?? fail('change_not_found')
}

/** Nobody else asks the carrier about it meanwhile. */
async function mark(
  world: World,
  first: Scope,
  address: ChangeAddress,
  key: string | null,
): Promise<BookingRow> {
  return transaction(world, first, async (tx) => {
    const { id, change_id: changeId } = address
    await lockBooking(tx, id)
    const booking = (await findBooking(tx, tx.owner, id)) ?? fail('booking_not_found')
    const change = findIn(booking, address)
    if (change.accepting) fail('request_in_progress', { retryAfterSeconds: 1 })
    const isOver = nextState(BOOKING_MOVES, booking.status, 'mark_change') === null
    if (isOver || !change.available_actions.includes('accept')) fail('change_not_acceptable')
    // Fails before anything is written if the supplier is not connected: nobody could tell the carrier.
    demandSupplier(world, booking)
    const changes = withChange(booking, { ...change, accepting: true })
    const marked = await moveBooking(tx, booking, 'mark_change', { changes })
    if (marked === undefined) fail('request_in_progress', { retryAfterSeconds: 1 })
    const waiting = { key, since: world.wall.now().toISOString() }
    schedule(tx, work.acceptChange, {
      at: new Date(tx.now.getTime() + TAKE_OVER_AFTER_MS),
      key: `${changeId} ${tx.newUuid()}`,
      payload: { bookingId: id, changeId, waiting },
    })
    return marked
  })
}
