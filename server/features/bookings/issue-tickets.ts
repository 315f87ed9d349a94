// Has the tickets of a confirmed booking issued: in the request of an instant booking, and as due work after a
// confirmation, a crash or a lost answer. A carrier that may have been asked before is never asked blindly again.

import { OFFER_MINUTES_MAX } from '../../../contract/limits.ts'
import { type Found, isPaidFor, type OrderOutcome } from '../../adapters/flights/port.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { refusing } from '../../kernel/outbox/steps.ts'
import type { Scope } from '../../kernel/outbox/transaction.ts'
import type { World } from '../world.ts'
import { answerWaiting } from './answer-as-it-is.ts'
import { answeringMaker } from './answering-maker.ts'
import { askLater } from './ask-later.ts'
import { bookAtCarrier, callFor, findSupplier, NOT_CONNECTED, offerOf, orderOf } from './at-carrier.ts'
import { type BookingWithClient, findAnyBooking } from './booking-store.ts'
import { failureAfterDebit } from './carrier-refusal.ts'
import { awaitsTickets } from './states.ts'
import { failIssuance, takeOrder } from './take-order.ts'
import * as work from './work.ts'

const WAIT_MS = 60_000

export async function issueTickets(world: World, task: TaskOf<typeof work.issueTickets>): Promise<void> {
  const { payload, scope } = task
  const { bookingId } = payload
  const booking = await findAnyBooking(readerOf(world), scope.owner, bookingId)
  if (booking === undefined) return
  // Being cancelled: if the carrier refuses that, the cancellation schedules this work again.
  const isOver = !awaitsTickets(booking) || booking.cancelling
  // Others go on with what the carrier has: this one only answers for them.
  if (payload.takesOver && (isOver || booking.order_data !== null)) return answerWaiting(world, task, booking)
  if (isOver) return
  const answer = refusedIfOver(await askCarrier(world, scope, booking))
  if (answer.outcome === 'unknown') return askLater(world, work.issueTickets, task, answer)
  // Only the request of an instant booking can still wait for its answer; that of a hold was answered at the hold.
  const isAnswering = booking.type === 'instant' && payload.takesOver !== false
  const last = isAnswering ? answeringMaker(world, task.last, booking) : task.last
  if (answer.outcome === 'rejected')
    await failIssuance(world, refusing(last, failureAfterDebit(answer.rejection)), booking)
  else await takeOrder(world, last, booking, answer.order)
  world.signals.tellAll('bookings')
}

/** An order that lapsed, was cancelled or failed at the carrier will never have tickets. */
function refusedIfOver(answer: OrderOutcome): OrderOutcome {
  if (answer.outcome !== 'confirmed' && answer.outcome !== 'pending') return answer
  if (isPaidFor(answer.order)) return answer
  return rejected(`The order is ${answer.order.status} at the carrier`)
}

async function askCarrier(world: World, scope: Scope, booking: BookingWithClient): Promise<OrderOutcome> {
  const supplier = findSupplier(world, booking)
  if (supplier === undefined) return NOT_CONNECTED
  const call = () => callFor(scope, WAIT_MS)
  if (booking.order_data === null) {
    const found = await supplier.find(call(), { reference: booking.id, offer: offerOf(booking) })
    if (found.outcome !== 'none') return found
    // The offer has expired, so the order can no longer be made: the debit is not kept waiting for ever.
    const triedForMs = scope.clock.now().getTime() - booking.created_at.getTime()
    if (triedForMs > OFFER_MINUTES_MAX * 60_000) return rejected('The carrier did not take the booking')
    return bookAtCarrier(supplier, scope, booking, WAIT_MS)
  }
  const paid = booking.type === 'hold' ? await supplier.pay(call(), orderOf(booking)) : undefined
  return paid ?? believed(await supplier.read(call(), orderOf(booking)))
}

function believed(found: Found): OrderOutcome {
  return found.outcome === 'none' ? rejected('The carrier does not know the order any more') : found
}

function rejected(message: string): OrderOutcome {
  return { outcome: 'rejected', rejection: { reason: 'other', message } }
}
