// /api/v1/test/clock: the sandbox's own time. Test keys only: live time is real.
import { Enveloped } from '../../../contract/common.ts'
import { ClockAdvance, ClockAdvanceInput, TestClock } from '../../../contract/test-clock.ts'
import { addDuration, isoTimestamp } from '../../base/values/dates.ts'
import { failField } from '../../base/values/fail.ts'
import { readClock } from '../../teams/test-clock-store.ts'
import { advanceClock } from '../../worker/advance-clock.ts'
import type { Kinds } from '../../worker/serve.ts'
import type { World } from '../../world.ts'
import { readAnswers, writeAnswers } from '../door/answers.ts'
import { change } from '../door/change.ts'
import { testKeysOnly } from '../door/front-door.ts'
import type { App } from '../door/types.ts'

const tags = ['Sandbox']

export function testClockRoutes(app: App, world: World, kinds: Kinds): void {
  app.get(
    '/api/v1/test/clock',
    {
      schema: {
        summary: 'The test clock',
        description: "The time at which the team's test mode lives.",
        tags,
        response: readAnswers(Enveloped(TestClock), 'forbidden'),
      },
      onRequest: testKeysOnly,
    },
    async (request) => {
      const { offset_ms, target } = await readClock(world.pool, request.caller!.team_id)
      const now = new Date(world.wall.now().getTime() + Number(offset_ms))
      const goal = target === null ? null : isoTimestamp(target)
      return {
        success: true as const,
        data: { now: isoTimestamp(now), target: goal, complete: target === null },
      }
    },
  )

  app.post(
    '/api/v1/test/clock/advance',
    {
      schema: {
        summary: 'Advance the test clock',
        description:
          'Does all due work up to the new time, in order, each piece at its own moment, then answers. ' +
          'With much to do it answers `complete: false`; the same call then goes on towards the same target.',
        tags,
        body: ClockAdvanceInput,
        response: writeAnswers(200, Enveloped(ClockAdvance)),
      },
      onRequest: testKeysOnly,
    },
    (request, reply) =>
      change(world, request, reply, async (scope) => {
        const target = addDuration(scope.clock.now(), request.body.by)
        if (target === null)
          failField('by', 'must be an ISO 8601 duration above zero and of at most 2 years, such as PT30M')
        return advanceClock(world, kinds, scope, target)
      }),
  )
}
