// Files of a cluster are packed and unpacked: the same bytes, or an error.
import assert from 'node:assert/strict'
import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { temporaryFolder } from '../../../../test/support/data-dir.ts'
import { packFile, packText, syncDisk, testPacked, unpackFile } from './archive-folder.ts'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
const PAGES = Buffer.from(Array.from({ length: 300_000 }, (_, n) => (n * 7) % 251))

for (const [name, content] of Object.entries({ pages: PAGES, empty: Buffer.alloc(0) }))
  test(`a file of ${content.length} bytes round-trips, readable only by its owner`, async () => {
    writeFileSync(at(name), content)
    assert.equal(await packFile(at(name), at(`${name}.packed`)), content.length)
    assert.deepEqual(gunzipSync(readFileSync(at(`${name}.packed.gz`))), content, 'by anybody who has gunzip')
    await testPacked(at(`${name}.packed.gz`))
    await unpackFile(at(`${name}.packed`), at(`${name}.back`), content.length)
    assert.deepEqual(readFileSync(at(`${name}.back`)), content)
    assert.equal(statSync(at(`${name}.packed.gz`)).mode & 0o777, 0o600)
    await syncDisk(folder)
  })

test('a missing file gives null, and writes nothing', async () => {
  assert.equal(await packFile(at('dropped'), at('dropped.packed')), null)
  assert.equal(existsSync(at('dropped.packed.gz')), false)
})

test('growth of a file during packing is left out', async () => {
  writeFileSync(at('growing'), PAGES)
  const packing = packFile(at('growing'), at('growing.packed'))
  const bytes = await packing.finally(() => appendFileSync(at('growing'), 'more'))
  assert.equal(bytes, PAGES.length)
})

test('no file is overwritten, and a text is packed like a file', async () => {
  assert.equal(await packText('START WAL LOCATION', at('label')), 18)
  await assert.rejects(packText('another', at('label')), /EEXIST/)
  assert.equal(gunzipSync(readFileSync(at('label.gz'))).toString(), 'START WAL LOCATION')
})

test('damage, truncation, another length and a missing file are reported', async () => {
  await packText('x'.repeat(10_000), at('whole'))
  const packed = readFileSync(at('whole.gz'))
  await assert.rejects(unpackFile(at('whole'), at('longer'), 10_001), /whole\.gz has 10000 bytes, not 10001$/)
  writeFileSync(at('cut.gz'), packed.subarray(0, -10))
  writeFileSync(
    at('damaged.gz'),
    Buffer.concat([packed.subarray(0, 20), Buffer.from('??'), packed.subarray(22)]),
  )
  for (const name of ['cut', 'damaged']) {
    await assert.rejects(testPacked(at(`${name}.gz`)), /unexpected end|incorrect|invalid/, name)
    await assert.rejects(unpackFile(at(name), at(`${name}.back`), 10_000), /unexpected end|incorrect|invalid/)
  }
  await assert.rejects(unpackFile(at('nowhere'), at('nowhere.back'), 1), /ENOENT/)
})
