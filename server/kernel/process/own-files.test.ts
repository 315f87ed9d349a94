import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  closeSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openToAppend, openToChange, readOwnFile, writeNewFile } from './own-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'embarque-files-'))
after(() => rmSync(folder, { recursive: true }))
const at = (name: string) => join(folder, name)
const WAYS = {
  openToAppend,
  openToChange,
  readOwnFile,
  writeNewFile: (file: string) => writeNewFile(file, 'x'),
}

test('plain files are read, appended to and created, closed to others', () => {
  assert.equal(readOwnFile(at('none')), undefined)
  writeNewFile(at('plain'), 'one')
  assert.equal(statSync(at('plain')).mode & 0o777, 0o600)
  assert.throws(() => writeNewFile(at('plain'), 'two'), { code: 'EEXIST' })
  const descriptor = openToAppend(at('plain'))
  writeSync(descriptor, ' two')
  closeSync(descriptor)
  assert.equal(readOwnFile(at('plain'))?.toString(), 'one two')
  assert.throws(() => openToChange(at('none')), { code: 'ENOENT' })
})

test('a link, a folder or a pipe is refused, and its target is untouched', () => {
  writeFileSync(at('victim'), 'mine')
  symlinkSync(at('victim'), at('link'))
  symlinkSync(at('nowhere'), at('dangling'))
  execFileSync('mkfifo', [at('pipe')])
  for (const [name, open] of Object.entries(WAYS)) {
    for (const trap of ['link', 'dangling', 'pipe', '.']) {
      assert.throws(
        () => open(at(trap)),
        /is a link, or no plain file|EEXIST|EISDIR|ENXIO/,
        `${name} ${trap}`,
      )
    }
  }
  assert.equal(readFileSync(at('victim'), 'utf8'), 'mine')
  assert.equal(statSync(at('nowhere'), { throwIfNoEntry: false }), undefined)
})
