// The cache of PDFs: each is rendered once, and the least recently used is dropped first; rendering yields.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytesHeld, PDF_BYTES } from '../../../test/support/memory/bytes-held.ts'
import { sampleOption, sampleQuote } from '../../../test/support/samples/sample-document.ts'
import { quotePdf } from '../document/quote-pdf.ts'
import { makePdfCache } from './pdf-cache.ts'

const bytes = (count: number) => Buffer.alloc(count)

test('a document is drawn once, even under concurrent requests', async () => {
  const cache = makePdfCache(1_000_000)
  let drawn = 0
  const draw = async () => bytes(200_000 + ++drawn)
  const [one, same] = await Promise.all([cache({ total: 1 }, draw), cache({ total: 1 }, draw)])
  assert.deepEqual([drawn, one.length, same.length], [1, 200_001, 200_001])
  // Transferred to another thread, the buffer becomes empty here.
  structuredClone(one, { transfer: [one.buffer as ArrayBuffer] })
  assert.deepEqual([one.length, same.length], [0, 200_001])
  assert.deepEqual([(await cache({ total: 1 }, draw)).length, drawn], [200_001, 1])
  await cache({ total: 2 }, draw)
  assert.equal(drawn, 2)
})

test('a document whose rendering failed is rendered again', async () => {
  const cache = makePdfCache(1_000)
  const broken = cache('broken', async () => {
    throw new Error('no ink')
  })
  await assert.rejects(broken, /no ink/)
  assert.equal((await cache('broken', async () => bytes(3))).length, 3)
})

test('the cache is bounded: the least recently used entry is dropped first', async () => {
  const cache = makePdfCache(100)
  const drawn: string[] = []
  const ask = (name: string, size: number) =>
    cache(name, async () => {
      drawn.push(name)
      return bytes(size)
    })
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(name, 40)
  assert.deepEqual(drawn, ['a', 'b', 'c', 'b'])
  await ask('huge', 101)
  await ask('huge', 101)
  assert.deepEqual(drawn.slice(4), ['huge', 'huge'], 'what is too large is not kept')
  await ask('b', 40)
  assert.equal(drawn.length, 6, 'and drives out nothing')
})

test('a long document is drawn page by page, with turns for others in between', async () => {
  const line = { description: 'palavra '.repeat(120), quantity: '1', unitPrice: 'R$ 1,00', total: 'R$ 1,00' }
  const lines = Array.from({ length: 60 }, () => line)
  const document = sampleQuote({ options: [sampleOption({ title: '', trip: null, lines })] })
  let turns = 0
  const pdf = await quotePdf(document, {
    turn: async () => {
      turns++
    },
  })
  const pages = pdf.toString('latin1').match(/\/Type \/Page\b/g)!.length
  assert.ok(pages >= 15 && turns === pages - 1, `${pages} pages, ${turns} turns`)
})

test('cached documents use the memory they are counted with', async () => {
  const pdfs = 200
  const kept = await bytesHeld('cache a PDF', pdfs)
  const least = pdfs * PDF_BYTES
  assert.ok(kept >= least && kept < 2 * least, `${kept} bytes for ${pdfs} of ${PDF_BYTES}`)
})
