// The test clock of a team as callers see it.
import type { TestClock } from '../../../contract/test-clock.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import type { World } from '../world.ts'
import { readClock } from './test-clock-store.ts'

export async function readTestClock({ pool, wall }: World, teamId: string): Promise<TestClock> {
  const { offset_ms, target } = await readClock(pool, teamId)
  const now = new Date(wall.now().getTime() + Number(offset_ms))
  return {
    now: isoTimestamp(now),
    target: target === null ? null : isoTimestamp(target),
    complete: target === null,
  }
}
