// The cache of PDFs: each rendered once, one per team at a time, the oldest dropped first; and rendering
// yields.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytesKept } from '../../../test/support/kept/bytes-kept.ts'
import { PDF_BYTES } from '../../../test/support/kept/shelve-pdf.ts'
import { sampleOption, sampleQuote } from '../../../test/support/samples/sample-document.ts'
import { quotePdf } from '../document/quote-pdf.ts'
import { makePdfShelf } from './pdf-shelf.ts'

const bytes = (count: number) => Buffer.alloc(count)

test('the same document is drawn once, also when it is asked for again meanwhile', async () => {
  const shelf = makePdfShelf(1_000_000)
  let drawn = 0
  const draw = async () => bytes(200_000 + ++drawn)
  const [one, same] = await Promise.all([
    shelf('alfa', { total: 1 }, draw),
    shelf('alfa', { total: 1 }, draw),
  ])
  assert.deepEqual([drawn, one.length, same.length], [1, 200_001, 200_001])
  // Transferred to another thread, the buffer becomes empty here.
  structuredClone(one, { transfer: [one.buffer as ArrayBuffer] })
  assert.deepEqual([one.length, same.length], [0, 200_001])
  assert.deepEqual([(await shelf('alfa', { total: 1 }, draw)).length, drawn], [200_001, 1])
  await shelf('alfa', { total: 2 }, draw)
  assert.equal(drawn, 2)
})

test('no two of a team are drawn at the same time, and one that fails holds up nobody', async () => {
  const shelf = makePdfShelf(1_000)
  let [running, most] = [0, 0]
  const draw = async () => {
    most = Math.max(most, ++running)
    for (let n = 0; n < 10; n++) await null
    running--
    return bytes(1)
  }
  const broken = shelf('alfa', 'broken', async () => {
    throw new Error('no ink')
  })
  const others = Promise.all([1, 2, 3].map((total) => shelf('alfa', { total }, draw)))
  await assert.rejects(broken, /no ink/)
  await others
  assert.equal(most, 1)
  assert.equal((await shelf('alfa', 'broken', async () => bytes(3))).length, 3, 'it is tried again')
})

test('teams take turns, however much one of them asks for', async () => {
  const shelf = makePdfShelf(1_000)
  const done: string[] = []
  const ask = async (whose: string, total: number) => {
    await shelf(whose, { whose, total }, async () => bytes(1))
    done.push(whose)
  }
  await Promise.all([...[1, 2, 3, 4].map((total) => ask('alfa', total)), ask('beta', 1), ask('gama', 1)])
  assert.deepEqual(done.slice(0, 3).sort(), ['alfa', 'beta', 'gama'])
})

test("a short paper is done before another team's long one, whose drawing gives way between pages", async () => {
  const shelf = makePdfShelf(1_000)
  const done: string[] = []
  const ask = async (whose: string, pages: number) => {
    await shelf(whose, whose, async () => {
      for (let page = 0; page < pages; page++) await null
      return bytes(1)
    })
    done.push(whose)
  }
  await Promise.all([ask('long', 100), ask('short', 2)])
  assert.deepEqual(done, ['short', 'long'])
})

test('what is kept is bounded: the one that was not asked for longest goes first', async () => {
  const shelf = makePdfShelf(100)
  const drawn: string[] = []
  const ask = (name: string, size: number) =>
    shelf('alfa', name, async () => {
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

test('a long document is drawn page by page, with turns for others between them', async () => {
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

test('what is kept takes the memory that it is counted with', async () => {
  const pdfs = 200
  const kept = await bytesKept('shelve a PDF', pdfs)
  const least = pdfs * PDF_BYTES
  assert.ok(kept >= least && kept < 2 * least, `${kept} bytes for ${pdfs} of ${PDF_BYTES}`)
})
