// The shelf of PDFs: each drawn once, one at a time, the oldest given away first; and drawing lets others have a turn.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { QuoteDocument } from '../document/document.ts'
import { quotePdf } from '../document/document-pdf.ts'
import { makePdfShelf } from './pdf-shelf.ts'

const bytes = (count: number) => Buffer.alloc(count)

test('the same document is drawn once, also when it is asked for again meanwhile', async () => {
  const shelf = makePdfShelf(1_000)
  let drawn = 0
  const draw = async () => bytes(++drawn)
  const [one, same] = await Promise.all([shelf({ total: 1 }, draw), shelf({ total: 1 }, draw)])
  assert.deepEqual([drawn, one === same, (await shelf({ total: 1 }, draw)) === one], [1, true, true])
  await shelf({ total: 2 }, draw)
  assert.equal(drawn, 2)
})

test('no two are drawn at the same time, and one that fails holds up nobody', async () => {
  const shelf = makePdfShelf(1_000)
  let [running, most] = [0, 0]
  const draw = async () => {
    most = Math.max(most, ++running)
    for (let n = 0; n < 10; n++) await null
    running--
    return bytes(1)
  }
  const broken = shelf('broken', async () => {
    throw new Error('no ink')
  })
  const others = Promise.all([1, 2, 3].map((total) => shelf({ total }, draw)))
  await assert.rejects(broken, /no ink/)
  await others
  assert.equal(most, 1)
  assert.equal((await shelf('broken', async () => bytes(3))).length, 3, 'it is tried again')
})

test('what is kept is bounded: the one that was not asked for longest goes first', async () => {
  const shelf = makePdfShelf(100)
  const drawn: string[] = []
  const ask = (name: string, size: number) =>
    shelf(name, async () => {
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
  const document: QuoteDocument = {
    kind: 'quote',
    title: 'Orçamento',
    team: { name: 'Agência', email: 'a@example.com' },
    client: { name: 'Ana', document: null, email: 'ana@example.com' },
    dates: [],
    lines: Array.from({ length: 60 }, () => line),
    sums: [],
    total: 'R$ 60,00',
    notes: null,
    url: 'https://example.com/q/x',
    pdfUrl: 'https://example.com/q/x/pdf',
    issuedOn: Temporal.PlainDate.from('2026-11-15'),
    isSimulated: false,
    state: 'waiting',
    validUntil: null,
  }
  let turns = 0
  const pdf = await quotePdf(document, async () => {
    turns++
  })
  const pages = pdf.toString('latin1').match(/\/Type \/Page\b/g)!.length
  assert.ok(pages >= 15 && turns === pages - 1, `${pages} pages, ${turns} turns`)
})
