// A hold whose answer did not come: whoever sends it again with its key is given the one that the carrier has.
import assert from 'node:assert/strict'
import { HELD } from './booking-outcomes.ts'
import { assertWhole, KEY, type Story } from './booking-story.ts'

export async function assertAdopted(story: Story): Promise<void> {
  const { status, body } = await story.hold(KEY)
  assert.deepEqual([status, body.status], [201, 'pending'])
  await assertWhole(story, HELD)
}
