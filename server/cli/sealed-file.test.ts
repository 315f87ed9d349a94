// A sealed file opens with its passphrase alone, and not at all once a chunk of it was changed, moved, cut or added.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { makeBytes } from './file-bytes.ts'
import { isSealed, open, seal, Unopened } from './sealed-file.ts'

const PASSPHRASE = 'avião às três da manhã'
/** What is refused is refused at any cost; the real one takes half a second for each try. */
const CHEAP = { logN: 4, r: 8, p: 1 }
const HEAD = 44
/** A chunk with its length and its tag. */
const CHUNK = 4 + 65_536 + 16

async function* inPieces(content: Buffer, piece: number) {
  for (let at = 0; at < content.length; at += piece) yield content.subarray(at, at + piece)
}

async function allOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const chunk of chunks) pieces.push(chunk)
  return Buffer.concat(pieces)
}

const opened = (sealed: Buffer, passphrase = PASSPHRASE) => allOf(open(inPieces(sealed, 10_000), passphrase))

// Three chunks and a part of one, none like another.
const plain = Buffer.from(Array.from({ length: 3 * 65_536 + 5_000 }, (_, n) => (n * n) >> 7))
let sealed: Buffer = Buffer.alloc(0)

before(async () => {
  sealed = await allOf(seal(inPieces(plain, 30_000), PASSPHRASE, CHEAP))
})

test('each guess costs half a second and 128 MB, as the file itself says', async () => {
  const dear = await allOf(seal(inPieces(plain, 30_000), PASSPHRASE))
  assert.deepEqual([...dear.subarray(16, 20)], [1, 17, 8, 1])
  assert.deepEqual(await opened(dear), plain)
})

test('what was sealed comes back, whatever its length, and looks like nothing in between', async () => {
  assert.deepEqual(await opened(sealed), plain)
  assert.equal(isSealed(sealed), true)
  assert.equal(isSealed(plain), false)
  assert.equal(sealed.length, HEAD + 3 * CHUNK + 4 + 5_000 + 16)
  assert.equal(sealed.includes(plain.subarray(1_000, 1_016)), false)
  for (const length of [0, 1, 65_536]) {
    const some = await allOf(seal(inPieces(plain.subarray(0, length), 7_000), PASSPHRASE, CHEAP))
    assert.deepEqual(await opened(some), plain.subarray(0, length), String(length))
  }
  const decomposed = PASSPHRASE.normalize('NFD')
  assert.notEqual(decomposed, PASSPHRASE)
  assert.deepEqual(await opened(sealed, decomposed), plain, 'as another keyboard writes it')
})

const chunk = (number: number) => sealed.subarray(HEAD + number * CHUNK, HEAD + (number + 1) * CHUNK)
const head = () => sealed.subarray(0, HEAD)

function changed(at: number): Buffer {
  const copy = Buffer.from(sealed)
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
  return copy
}

const HARMS: [what: string, harm: () => Buffer, words: RegExp][] = [
  ['another head', () => changed(30), /^the passphrase is wrong, or its beginning is damaged$/],
  ['another nonce', () => changed(40), /^the passphrase is wrong, or its beginning/],
  ['another cost', () => changed(17), /passphrase is wrong|beginning is damaged/],
  [
    'a cost for a giant',
    () => Buffer.concat([head().fill(63, 17, 18), chunk(0)]),
    /^its beginning is damaged$/,
  ],
  ['a newer version', () => changed(16), /^it was sealed by a newer Embarque$/],
  ['a bit of the first chunk', () => changed(HEAD + 100), /^the passphrase is wrong, or its beginning/],
  ['a bit of the third', () => changed(HEAD + 2 * CHUNK + 100), /^it is damaged or cut short$/],
  ['a length', () => changed(HEAD + CHUNK), /^it is damaged$/],
  [
    'chunks that changed places',
    () => Buffer.concat([head(), chunk(1), chunk(0), chunk(2), chunk(3)]),
    /wrong/,
  ],
  [
    'later ones that did',
    () => Buffer.concat([head(), chunk(0), chunk(2), chunk(1), chunk(3)]),
    /^it is damaged/,
  ],
  [
    'one twice',
    () => Buffer.concat([head(), chunk(0), chunk(0), chunk(1), chunk(2), chunk(3)]),
    /^it is damaged/,
  ],
  ['one left out', () => Buffer.concat([head(), chunk(0), chunk(2), chunk(3)]), /^it is damaged/],
  ['cut between chunks', () => sealed.subarray(0, HEAD + 2 * CHUNK), /^it is damaged or cut short$/],
  ['cut within one', () => sealed.subarray(0, -20), /cut short$/],
  ['cut after its head', () => head(), /^it is cut short$/],
  ['cut within its head', () => sealed.subarray(0, 30), /^it does not begin like one$/],
  ['something added', () => Buffer.concat([sealed, Buffer.of(1)]), /^it is damaged or cut short$/],
  ['its end twice', () => Buffer.concat([sealed, chunk(3)]), /^it is damaged or cut short$/],
  ['something else', () => plain, /^it does not begin like one$/],
]

for (const [what, harm, words] of HARMS)
  test(`refused: ${what}`, async () => {
    const copy = Buffer.from(sealed)
    await assert.rejects(opened(harm()), (error) => {
      assert.ok(error instanceof Unopened, String(error))
      assert.match(error.message, words)
      return true
    })
    sealed = copy
  })

test('refused: another passphrase', async () => {
  await assert.rejects(opened(sealed, 'avião às quatro da manhã'), /the passphrase is wrong/)
})

test('runs of bytes: as many as there are, over pieces of any length', async () => {
  const bytes = makeBytes(inPieces(Buffer.from('0123456789'), 3))
  assert.equal(String(await bytes.upTo(4)), '0123')
  assert.equal(await bytes.isOver(), false)
  assert.equal(String(await bytes.upTo(0)), '')
  assert.equal(String(await bytes.upTo(100)), '456789')
  assert.equal(await bytes.isOver(), true)
  assert.equal((await bytes.upTo(5)).length, 0)
})
