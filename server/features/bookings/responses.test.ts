// A job responds for a request that is gone as that request would have been responded to.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOOKING_OPERATIONS } from '../../../contract/bookings.ts'
import { ERRORS } from '../../../contract/errors.ts'
import type { TeamTask } from '../../kernel/jobs/declare-job.ts'
import type { Scope } from '../../kernel/outbox/transaction.ts'
import { realClock } from '../../kernel/process/clock.ts'
import { Fail } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import type { WaitingPayload } from './jobs.ts'
import { respondingToWaiting, waitingRequest } from './responses.ts'

const world = { wall: realClock, address: { url: 'https://viagens.example' } } as World
const last: Scope = { owner: { teamId: 'team_1', mode: 'live' }, clock: realClock }

/** The scope of a request in this language. */
function requestIn(language: 'pt-BR' | 'en'): Scope {
  const unused = () => assert.fail('the request is gone')
  return { ...last, reply: { key: 'trip-1', language, render: unused, renderFailure: unused } }
}

function messageBy(scope: Scope): string {
  const response = scope.reply?.renderFailure(new Fail('booking_expired'))
  return JSON.parse(response?.body ?? '').user_message
}

const EXPECTED = { 'pt-BR': ERRORS.booking_expired.pt, en: ERRORS.booking_expired.en }

for (const language of ['pt-BR', 'en'] as const) {
  test(`an error that a job reports is in the language of the request: ${language}`, () => {
    const waiting = JSON.parse(JSON.stringify(waitingRequest(world, requestIn(language))))
    const task = { payload: { bookingId: 'ord_1', waiting }, last } as unknown as TeamTask<WaitingPayload>
    const cancelling = respondingToWaiting(world, task, BOOKING_OPERATIONS['bookings.cancel'])
    assert.equal(messageBy(cancelling), EXPECTED[language])
  })
}
