import assert from 'node:assert/strict'
import { readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../../test/support/data-dir.ts'
import { closeServerLog, logTail, openServerLog, rotateWhenLarge } from './server.ts'

test('the log is rotated under its writer to one .old', (t) => {
  const log = join(temporaryFolder(), 'postgres.log')
  const writer = openServerLog(log, { uid: 0, gid: 0, switched: false })
  t.after(() => closeServerLog(writer))
  writeSync(writer, 'first\n')
  rotateWhenLarge(log, 6)
  assert.equal(readFileSync(log, 'utf8'), 'first\n')
  rotateWhenLarge(log, 5)
  writeSync(writer, 'second\n')
  assert.equal(readFileSync(`${log}.old`, 'utf8'), 'first\n')
  assert.equal(readFileSync(log, 'utf8'), 'second\n')
  assert.equal(logTail(log, 3), 'ond')
})
