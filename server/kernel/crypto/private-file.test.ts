// Files with secrets: new, closed to others, never through a link, and never overwriting.
import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { writePrivateFile } from './private-file.ts'

const root = mkdtempSync(join(tmpdir(), 'embarque-private-'))
after(() => rmSync(root, { recursive: true }))
let folders = 0
const newFolder = () => {
  const folder = join(root, `f${++folders}`)
  mkdirSync(folder)
  return folder
}
const modeOf = (path: string) => statSync(path).mode & 0o777

test('a new file has its content, readable only by its owner', () => {
  const folder = newFolder()
  const path = writePrivateFile(folder, 'keys.txt', 'a secret\n')
  assert.equal(path, join(folder, 'keys.txt'))
  assert.equal(readFileSync(path, 'utf8'), 'a secret\n')
  assert.equal(modeOf(path), 0o600)
})

test('folders are created, and closed to others', () => {
  const folder = join(root, 'deep', 'deeper')
  writePrivateFile(folder, 'keys.txt', 'a secret')
  assert.equal(modeOf(folder) & 0o066, 0, 'others may pass, not look')
})

test('writing the same content again keeps the file', () => {
  const folder = newFolder()
  const first = writePrivateFile(folder, 'keys.txt', 'a secret')
  assert.equal(writePrivateFile(folder, 'keys.txt', 'a secret'), first)
  assert.deepEqual(readdirSync(folder), ['keys.txt'])
})

function putOpen(path: string): void {
  writeFileSync(path, 'a secret')
  chmodSync(path, 0o622)
}

/** Files that may exist there before. */
const inTheWay: [what: string, put: (path: string) => void][] = [
  ['a file that says something else', (path) => writeFileSync(path, 'another secret', { mode: 0o600 })],
  ['a file that others may read', (path) => writeFileSync(path, 'a secret', { mode: 0o644 })],
  ['a file that others may write', putOpen],
  ['a link to nowhere', (path) => symlinkSync(join(root, 'nowhere'), path)],
  ['a folder', (path) => mkdirSync(path)],
]
for (const [what, put] of inTheWay) {
  test(`${what} is left unchanged, and the secret is written to a new file`, () => {
    const folder = newFolder()
    const path = join(folder, 'keys.txt')
    put(path)
    const written = writePrivateFile(folder, 'keys.txt', 'a secret')
    assert.notEqual(written, path)
    assert.match(basename(written), /^keys\.txt\.[0-9a-f]{12}$/)
    assert.equal(readFileSync(written, 'utf8'), 'a secret')
    assert.equal(modeOf(written), 0o600)
    assert.deepEqual(readdirSync(folder).sort(), [basename(path), basename(written)].sort())
    assert.equal(existsSync(join(root, 'nowhere')), false, 'a link was not followed')
  })
}

test('a symbolic link is not followed, even to a file with the same content', () => {
  const folder = newFolder()
  const target = join(root, 'target.txt')
  writeFileSync(target, 'a secret', { mode: 0o600 })
  symlinkSync(target, join(folder, 'keys.txt'))
  assert.notEqual(writePrivateFile(folder, 'keys.txt', 'a secret'), join(folder, 'keys.txt'))
})
