// Which timeline is restored, from which base backup, and when it is asked.
import assert from 'node:assert/strict'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../../test/support/data-dir.ts'
import { fastFolder } from '../../../../test/support/fast-folder.ts'
import { type ArchiveFolder, archiveIn } from './archive-folder.ts'
import { chooseHistory, type Wanted } from './choose-history.ts'
import { addBase, addHistory, addSegment, newArchive, segment, type TestRecord } from './test-support.ts'

const at = (day: number, hour = 12) => `2026-11-0${day}T${hour}:00:00.000Z`
const change = (day: number, hour = 12): TestRecord => ({ at: at(day, hour) })

let ofDays: ArchiveFolder | undefined

/** A base backup on each of four days, whole at noon, a segment for it, and a later one with a change at six. */
function archiveOfDays(): ArchiveFolder {
  ofDays ??= makeArchiveOfDays()
  const copy = temporaryFolder(fastFolder())
  cpSync(ofDays.root, copy, { recursive: true })
  return archiveIn(copy)
}

/** Once for all tests: each of its segments is packed. */
function makeArchiveOfDays(): ArchiveFolder {
  const archive = newArchive(temporaryFolder(fastFolder()))
  for (const day of [1, 2, 3, 4]) {
    addBase(archive, segment(day * 16), at(day))
    addSegment(archive, segment(day * 16), { bytes: 100 })
    for (let place = day * 16 + 1; place < day * 16 + 16; place++)
      addSegment(archive, segment(place), ...(place % 16 === 8 ? [change(day, 18)] : []))
  }
  return archive
}

function choose(archive: ArchiveFolder, wanted: Partial<Wanted> | string = {}) {
  const said: string[] = []
  const plan = typeof wanted === 'string' ? { to: new Date(wanted) } : wanted
  const chosen = chooseHistory(archive, { to: null, timeline: null, ...plan }, (line) => void said.push(line))
  return { ...chosen, from: chosen.backup.whole_at, said: said.join('\n') }
}

/** The timeline, and the day of the base backup. */
const chosen = (archive: ArchiveFolder, wanted?: Partial<Wanted> | string) => {
  const { timeline, from } = choose(archive, wanted)
  return [timeline, Number(from.slice(9, 10))]
}

/** Restored on the fifth day to what the first was on the second, after its change: what came later is left. */
function addCopy(archive: ArchiveFolder): void {
  addHistory(archive, 2, [[1, '0/28000100']])
  addSegment(archive, segment(0x28, 2), change(2, 18), { bytes: 0xb0 }, change(5))
  addSegment(archive, segment(0x29, 2), change(6))
}

test('a moment is reached from the last one that was whole by then', () => {
  const archive = archiveOfDays()
  assert.deepEqual(chosen(archive), [1, 4])
  assert.deepEqual(chosen(archive, '2026-11-03T11:59:59Z'), [1, 2])
  assert.deepEqual(chosen(archive, at(3)), [1, 3])
  assert.deepEqual(chosen(archive, '2027-01-01T00:00:00Z'), [1, 4])
  assert.throws(
    () => choose(archive, '2026-11-01T11:59:59Z'),
    /^Error: The archive begins at 2026-11-01T12:00:00\.000Z/,
  )
  assert.throws(() => choose(archiveIn('/nowhere')), /\/nowhere holds no base backup/)
  const { segments, hasOlder, said } = choose(archive)
  assert.deepEqual([segments[0], segments.length, hasOlder, said], [segment(0x40), 16, true, ''])
})

test('what a restored database went on with is followed to the end before it has a base backup of its own', () => {
  const archive = archiveOfDays()
  addHistory(archive, 2, [[1, '0/28000100']])
  assert.deepEqual(chosen(archive), [2, 2], 'from those after it only what it left can be reached')
  addHistory(archive, 2, [[1, '0/38000100']])
  assert.deepEqual(chosen(archive), [2, 3])
  addBase(archive, segment(0x3a, 2), at(5))
  assert.deepEqual(chosen(archive), [2, 5])
  addHistory(archive, 3, [[1, '0/18000100']])
  assert.deepEqual(chosen(archive), [3, 1], 'the last that went on, from wherever it did')
  addHistory(archive, 3, [[1, '0/5000100']])
  assert.deepEqual(chosen(archive), [2, 5], 'one that none leads to cannot be')
})

test('a base backup that was made since a database went on elsewhere is what is followed', () => {
  const archive = archiveOfDays()
  addHistory(archive, 2, [[1, '0/28000100']])
  addBase(archive, segment(0x50), at(5), { last_timeline: 2 })
  assert.deepEqual(chosen(archive), [1, 5])
  addHistory(archive, 3, [[1, '0/58000100']])
  assert.deepEqual(chosen(archive), [3, 5])
})

test('a base backup that was being made when a database branched off does not lead to it', () => {
  const archive = archiveOfDays()
  addBase(archive, segment(0x50), at(5), { stop_address: '0/52000100' })
  addHistory(archive, 2, [[1, '0/51000100']])
  assert.deepEqual(chosen(archive), [2, 4])
  addHistory(archive, 2, [[1, '0/52000100']])
  assert.deepEqual(chosen(archive), [2, 5])
})

test('a moment is looked for in the timeline that was written then', () => {
  const archive = archiveOfDays()
  addCopy(archive)
  assert.deepEqual(chosen(archive), [2, 2])
  assert.deepEqual(chosen(archive, at(1, 20)), [1, 1])
  assert.deepEqual(chosen(archive, at(3, 13)), [1, 3], 'also what was left')
  assert.deepEqual(chosen(archive, at(5, 13)), [2, 2])
  assert.deepEqual(chosen(archive, at(9)), [2, 2], 'after all of them the last one, which says that it ends')
  addBase(archive, segment(0x2a, 2), at(6, 13))
  assert.deepEqual(chosen(archive, at(3, 13)), [1, 3], 'whether it has a base backup of its own or not')
  assert.deepEqual(chosen(archive, at(5, 13)), [2, 2])
})

test('which history is restored is told where there is another', () => {
  const archive = archiveOfDays()
  addCopy(archive)
  assert.equal(
    choose(archive).said,
    `There is more than one history in ${archive.root}:
  timeline 1: written from 2026-11-01T18:00:00.000Z to 2026-11-04T18:00:00.000Z
  timeline 2: written from 2026-11-05T12:00:00.000Z to 2026-11-06T12:00:00.000Z, from timeline 1 as it was at \
2026-11-02T18:00:00.000Z
Timeline 2 is restored.`,
  )
})

test('what was left in the segment of the branch is not the history of who has not written yet', () => {
  const archive = archiveOfDays()
  addHistory(archive, 2, [[1, '0/28000020']])
  const { timeline, said, segments } = choose(archive)
  assert.deepEqual([timeline, segments.at(-1)], [2, segment(0x28)])
  assert.match(
    said,
    /^ {2}timeline 2: without changes of its own, from timeline 1 as it was at 2026-11-01T18:/m,
  )
  assert.deepEqual(chosen(archive, at(3, 13)), [1, 3])
})

test('where none was written at a moment, or two were, it is asked which is meant', () => {
  const archive = archiveOfDays()
  addCopy(archive)
  const refusal = (which: string) =>
    new RegExp(`^Error: ${which} in .* at 2026-.*guessed:\n  timeline 1.*\n  timeline 2.*\nName .*--timeline`)
  assert.throws(() => choose(archive, at(4, 20)), refusal('No history'))
  addSegment(archive, segment(0x50), change(6))
  assert.throws(() => choose(archive, at(5, 13)), refusal('More than one history'))
  const to = new Date(at(5, 13))
  assert.deepEqual(chosen(archive, { to, timeline: 1 }), [1, 4])
  assert.deepEqual(chosen(archive, { to, timeline: 2 }), [2, 2])
  assert.deepEqual(chosen(archive, { timeline: 1 }), [1, 4])
  assert.throws(() => choose(archive, { timeline: 3 }), /There is no timeline 3 in \S+, only 1, 2\.$/)
})

test('who went on from all that was there is no other history', () => {
  const archive = archiveOfDays()
  addHistory(archive, 2, [[1, '0/50000000']])
  addSegment(archive, segment(0x50, 2), change(6))
  const { timeline, said } = choose(archive, at(5))
  assert.deepEqual([timeline, said], [2, ''], 'nothing happened in between')
  assert.deepEqual(chosen(archive, at(4, 13)), [1, 4])
  assert.deepEqual(chosen(archive, at(4, 18)), [2, 4])
})

test('one that no base backup leads to by then is no choice; where it is the only one, it is told', () => {
  const archive = archiveOfDays()
  addCopy(archive)
  for (const day of [1, 2]) rmSync(join(archive.bases, at(day).replaceAll(/[-:.]/g, '')), { recursive: true })
  assert.throws(() => choose(archive, at(5, 13)), /No base backup in \S+ leads to timeline 2\.$/)
  addBase(archive, segment(0x2a, 2), at(6, 13))
  assert.throws(
    () => choose(archive, at(5, 13)),
    /What can be restored of timeline 2 begins at 2026-11-06T13:00:00\.000Z/,
  )
  addSegment(archive, segment(0x50), change(6))
  assert.deepEqual(chosen(archive, at(5, 13)), [1, 4])
})

test('a history that cannot be read, or no log at all, is told', () => {
  const archive = archiveOfDays()
  writeFileSync(join(archive.wal, '00000002.history.gz'), 'damaged')
  assert.throws(() => choose(archive), /00000002\.history\.gz is damaged \(.*Copy it again/)
  rmSync(archive.wal, { recursive: true })
  assert.throws(() => choose(archive), /^Error: The log of the database cannot be read \(ENOENT/)
})
