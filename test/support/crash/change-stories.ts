// Stories of bookings that the carrier changes or cancels by itself. Only the sandbox airline does that, so
// they use test mode.
import assert from 'node:assert/strict'
import type { Effect } from '../../../server/adapters/flights/simulated/reserved.ts'
import { realClock } from '../../../server/kernel/process/clock.ts'
import { BOOKINGS, booked, confirm, holdBody, zzOffer } from '../bookings.ts'
import { makeClient } from '../client.ts'
import { daysAfter } from '../searches.ts'
import { type CrashStory, type Run, untilQuiet } from './crash-stories.ts'

const booking = new Map<string, string>()
const MADE = ['booking.created', 'booking.confirmed', 'wallet.debit', 'booking.updated']
const TICKETED = ['booking.ticketed', 'booking.updated']
const clientOf = ({ service, team }: Run) => makeClient(service.url, team.test)

async function ticketed(run: Run, family: Effect): Promise<void> {
  const client = clientOf(run)
  const offer = await zzOffer(client, { family, date: daysAfter(realClock.now(), 60) })
  const { id } = await booked(client, holdBody(offer))
  booking.set(run.team.id, id)
  await confirm(client, id, offer)
  await untilQuiet(run)
}

/** Advances the team's clock by an hour, in which the carrier makes its change. */
async function anHourLater(run: Run): Promise<void> {
  const later = 'update clocks set offset_ms = 3600000 where id = $1'
  await run.database.query(later, [run.team.id])
  await run.database.query('notify embarque_work')
  await untilQuiet(run)
}

export function changeStories(
  usual: Pick<CrashStory, 'see'> & { meanwhile(run: Run): Promise<void> },
): CrashStory[] {
  return [
    {
      name: 'a change, accepted',
      ...usual,
      mode: 'test',
      async prepare(run) {
        await ticketed(run, 'change to accept')
        await anHourLater(run)
      },
      async play(run) {
        const path = `${BOOKINGS}/${booking.get(run.team.id)}`
        const { changes } = (await run.service.retry(() => clientOf(run).get(path))).body
        const answer = await run.send('POST', `${path}/changes/${changes[0].id}/accept`)
        assert.deepEqual([answer.status, answer.body.data?.action_taken], [200, 'accepted'], answer.text)
        await untilQuiet(run)
        await usual.meanwhile(run)
      },
      commits: ['idempotency_keys bookings flush', 'carrier_orders', 'bookings flush', 'bookings flush'],
      events: [...MADE, ...TICKETED, 'booking.updated', 'booking.updated'],
      balance: '5000.00',
    },
    {
      name: 'cancelled by the carrier',
      ...usual,
      mode: 'test',
      prepare: (run) => ticketed(run, 'carrier cancels'),
      play: anHourLater,
      commits: [
        'carrier_orders carrier_seats',
        'bookings wallets wallet_lines flush',
        ...Array<string>(3).fill('mails flush'),
      ],
      events: [...MADE, ...TICKETED, 'booking.cancelled', 'wallet.credit', 'booking.updated'],
      balance: '5000.00',
    },
  ]
}
