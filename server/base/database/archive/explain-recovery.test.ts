import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Beginning } from './choose-history.ts'
import { backupNotWhole, endedEarly, explainEnd, lastChangeIn, logFlawed } from './explain-recovery.ts'

const ENDED = 'FATAL:  recovery ended before configured recovery target was reached'
const log = (moment: string) => `LOG:  redo done at 0/4000110 system usage: CPU: user: 0.00 s
LOG:  last completed transaction was at log time ${moment}
${ENDED}`
const TO = new Date('2026-11-18T00:00:00Z')
const BEGINNING: Beginning = {
  backup: {
    format: 'embarque-base-backup',
    version: 1,
    start_segment: '000000010000000000000002',
    whole_at: '2026-11-17T04:58:00.000Z',
    folders: [],
    files: {},
    folder: '/backups/base/1',
  },
  hasOlder: false,
  walDir: '/backups/wal',
  timeline: 1,
  segments: [],
}
const OLDER = { ...BEGINNING, hasOlder: true }
const GAP = { file: '000000010000000000000007.gz', what: 'missing', readable: 5 }
const FIRST = { file: '000000010000000000000002.gz', what: 'damaged (unexpected end of file)', readable: 0 }
const toldFor = (text: string, flaw: typeof GAP | null = null) =>
  explainEnd(TO, lastChangeIn(text), flaw, BEGINNING, new Error(text)).message

test('the last moment that can be reached lies just before the last change, in whatever zone it is logged', () => {
  for (const moment of [
    '2026-11-17 04:58:19.123456+00',
    '2026-11-17 01:58:19.123456-03',
    '2026-11-17 10:43:19.123456+05:45',
  ])
    assert.equal(
      toldFor(log(moment)),
      'The archive ends before 2026-11-18T00:00:00.000Z. Nothing was restored. Name 2026-11-17T04:58:19.122Z or an ' +
        'earlier moment. Without --to all that is there comes back.',
    )
  assert.match(toldFor(log('2026-11-17 04:58:19+00')), /Name 2026-11-17T04:58:18\.999Z or/)
})

test('a moment before the base backup is not told, as it cannot be reached', () => {
  for (const text of [log('2026-11-17 04:57:59.999999+00'), ENDED])
    assert.equal(
      toldFor(text),
      'The archive ends before 2026-11-18T00:00:00.000Z. Nothing was restored. Without --to all that is there ' +
        'comes back.',
    )
})

test('a flaw is named, and that what is before it comes back from a copy that ends there', () => {
  const upToThere =
    'All that was archived before it comes back, without --to, from a copy of the archive that has'
  const withMoment = toldFor(log('2026-11-17 04:58:19.123456+00'), GAP)
  assert.ok(
    withMoment.startsWith(`${GAP.file} is missing in /backups/wal, so that 2026-11-18T00:00:00.000Z cannot`),
  )
  assert.ok(withMoment.includes(`Name 2026-11-17T04:58:19.122Z or an earlier moment. ${upToThere}`))
  const toItsEnd = logFlawed(GAP, BEGINNING).message
  assert.ok(
    toItsEnd.startsWith(`${GAP.file} is missing in /backups/wal. ${upToThere} neither it nor any later one.`),
  )
  assert.match(
    logFlawed(GAP, { ...BEGINNING, timeline: 2 }).message,
    /comes back, with --timeline 1 and without --to, from a copy/,
    'the next timeline begins after it',
  )
})

test('where a backup cannot be begun with, an older one is offered only if there is one', () => {
  const older =
    '; or name a moment before 2026-11-17T04:58:00.000Z with --to, and the base backup before it is used.'
  const again = 'Copy all of base and wal again from where they were'
  for (const [text, end] of [
    [logFlawed(FIRST, BEGINNING).message, `${again}.`],
    [logFlawed(FIRST, OLDER).message, `${again}${older}`],
    [backupNotWhole(BEGINNING, new Error('ENOENT')).message, `is not whole (ENOENT). ${again}.`],
    [backupNotWhole(OLDER, new Error('ENOENT')).message, `${again}${older}`],
  ] as const)
    assert.ok(text.endsWith(end), text)
  assert.match(
    logFlawed(FIRST, BEGINNING).message,
    /^0+10+2\.gz, with which the log .* begins, is damaged \(unexp/,
  )
})

test('other ends of the server are told as they are', () => {
  assert.equal(endedEarly(new Error(log('2026-11-17 04:58:19+00'))), true)
  assert.equal(endedEarly(new Error('disk full')), false)
})
