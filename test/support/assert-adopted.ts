// A hold without a response: a repeat with its key returns the carrier's order.
import assert from 'node:assert/strict'
import { HELD } from './booking-outcomes.ts'
import { assertWhole, KEY, type Story } from './booking-story.ts'

export async function assertAdopted(story: Story): Promise<void> {
  const { status, body } = await story.hold(KEY)
  assert.deepEqual([status, body.status], [201, 'pending'])
  await assertWhole(story, HELD)
}
