import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../../test/support/data-dir.ts'
import { findFlaw, untilGap } from './find-flaw.ts'
import { addSegment, newArchive, segment } from './test-support.ts'

test('the first flaw on the way is found, in the order in which it is read', async () => {
  const archive = newArchive(temporaryFolder())
  const { wal } = archive
  // What comes later in the log of the second has a name that comes before.
  const way = [segment(5, 2), segment(6, 2), segment(7, 2), segment(8, 3)]
  for (const name of [...way, segment(9)]) addSegment(archive, name)
  assert.equal(await findFlaw(wal, way), null)
  assert.deepEqual(untilGap(wal, way), way)
  rmSync(join(wal, `${segment(8, 3)}.gz`))
  assert.deepEqual(await findFlaw(wal, way), { file: `${segment(8, 3)}.gz`, what: 'missing', readable: 3 })
  assert.deepEqual(untilGap(wal, way), way.slice(0, 3))
  writeFileSync(join(wal, `${segment(6, 2)}.gz`), 'damaged')
  const damage = await findFlaw(wal, way)
  assert.deepEqual([damage?.file, damage?.readable], [`${segment(6, 2)}.gz`, 1])
  assert.match(damage?.what ?? '', /^damaged \(/)
  assert.deepEqual(untilGap(wal, way), way.slice(0, 3), 'only what is not there')
})
