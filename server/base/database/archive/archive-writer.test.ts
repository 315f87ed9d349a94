// One database at a time writes to an archive: who was there lately stays, who left or died makes room.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { temporaryFolder } from '../../../../test/support/data-dir.ts'
import { leaveArchive, readWriter, takeArchive, writerFile, writerFor } from './archive-writer.ts'

const two = () => [writerFor(temporaryFolder()), writerFor(temporaryFolder())] as const

/** As if it was written so long ago. */
function age(root: string, seconds: number): void {
  const at = statSync(writerFile(root)).mtimeMs / 1_000 - seconds
  utimesSync(writerFile(root), at, at)
}

test('who is there stays, and is named to whoever comes', () => {
  const root = temporaryFolder()
  const [one, other] = two()
  assert.equal(readWriter(root), null)
  assert.equal(takeArchive(root, one), null)
  assert.deepEqual(takeArchive(root, other), one)
  assert.match(one.place, /^\/\S+ on \S+$/)
  assert.deepEqual(readdirSync(root), ['writer'])
  assert.equal(readFileSync(writerFile(root), 'utf8').split('\n')[0], one.token)
  assert.equal(statSync(writerFile(root)).mode & 0o777, 0o644, "the database's user reads it")
})

test('who says again that it is there is not overtaken; who has not for a minute is', () => {
  const root = temporaryFolder()
  const [one, other] = two()
  takeArchive(root, one)
  age(root, 3_600)
  assert.equal(takeArchive(root, one), null)
  assert.deepEqual(takeArchive(root, other), one)
  age(root, 59)
  assert.deepEqual(takeArchive(root, other), one)
  age(root, 3)
  assert.equal(takeArchive(root, other), null)
  assert.deepEqual(takeArchive(root, one), other, 'one that comes back late finds that it is over')
  leaveArchive(root, one)
  assert.deepEqual(readWriter(root), other)
})

test('who leaves makes room at once, and so does one that died on the same folder', () => {
  const root = temporaryFolder()
  const [one, other] = two()
  takeArchive(root, one)
  leaveArchive(root, one)
  assert.equal(existsSync(writerFile(root)), false)
  assert.equal(takeArchive(root, other), null)
  const later = { ...writerFor(temporaryFolder()), identity: other.identity }
  assert.equal(takeArchive(root, later), null, 'only one at a time has the lock of its folder')
})

test('what cannot be read as one counts by its age', () => {
  const root = temporaryFolder()
  const [one] = two()
  writeFileSync(writerFile(root), '')
  assert.equal(takeArchive(root, one)?.place, 'somewhere')
  age(root, 61)
  assert.equal(takeArchive(root, one), null)
})
