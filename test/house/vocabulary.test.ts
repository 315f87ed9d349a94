// One vocabulary: the retired words are gone, and the glossary is one that can be used.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tableUnder } from './markdown-table.ts'
import { projectFile, projectFiles } from './project-files.ts'
import { RETIRED, retiredIn } from './vocabulary.ts'

const OWN = /^test\/house\/vocabulary(?:\.test)?\.ts$/
// Not SQL: a migration that was released is never edited.
const READ =
  /^(?:contract|server|sdk|panel|test|bench|scripts|docs)\/.*\.(?:tsx?|md)$|^(?:ARCHITECTURE|README)\.md$/
const files = new Map([...projectFiles()].filter(([path]) => READ.test(path) && !OWN.test(path)))

test('no retired word is used', () => {
  assert.ok(files.size > 500, `only ${files.size} files`)
  assert.deepEqual(retiredIn(files), [])
})

test('the glossary: some thirty words in their order, each explained, each used in the code', () => {
  const glossary = tableUnder(projectFile('ARCHITECTURE.md'), 'Glossary')
  const words = glossary.map(([word = '']) => word)
  assert.ok(words.length >= 25 && words.length <= 40, `${words.length} words`)
  assert.deepEqual(
    words,
    [...new Set(words)].toSorted((a, b) => a.localeCompare(b, 'en')),
  )
  const code = [...files].filter(([path]) => path.startsWith('server/')).map(([, text]) => text.toLowerCase())
  for (const [word = '', meaning = ''] of glossary) {
    assert.ok(meaning.length > 20, `${word} is not explained`)
    const uses = code.filter((text) => text.includes(word.toLowerCase())).length
    assert.ok(uses >= 3, `${word} is used in ${uses} files`)
  }
})

const FOUND: [path: string, text: string][] = [
  ['server/wallet/x.ts', 'bookWork(tx)'],
  ['server/outbox/x.ts', '// is booked again'],
  ['server/worker/x.ts', '// It books the next one'],
  ['test/spec/x.ts', "'the second look is booked'"],
  ['docs/x.md', 'A piece is booked for then.'],
  ['server/invoicing/x.ts', 'interface Said {}'],
  ['server/invoicing/read-said.ts', ''],
  ['contract/x.ts', '// Here stands who is told.'],
  ['server/payments/x.ts', "enqueue(tx, 'check-charge')"],
  ['server/invoicing/store-invoice.ts', ''],
  ['server/http/x.ts', 'invoiceQuote(world, scope)'],
  ['server/bookings/left-answer.ts', ''],
  ['docs/x.md', 'the routes of `public-document`'],
  ['server/worker/settle-charge.ts', ''],
  ['docs/x.md', 'A subscription is billed monthly.'],
  ['server/outside/x.ts', 'const settle = () => {}'],
  ['server/wallet/x.ts', 'tellCredit(tx, line)'],
  ['bench/x.ts', 'walletTransaction(world, scope, work)'],
  ['test/spec/x.ts', 'storeEvent(tx)'],
  ['server/bookings/x.ts', 'carrierOf(world, booking)'],
  ['server/invoicing/replace-invoice-charge.ts', ''],
  ['server/outbox/x.ts', 'host: Sealed'],
  ['server/outbox/x.ts', 'owner: string | null'],
]
for (const [path, text] of FOUND) {
  test(`found in ${path}: ${text}`, () => {
    assert.notDeepEqual(retiredIn(new Map([[path, text]])), [])
  })
}

const NOT_FOUND: [path: string, text: string][] = [
  ['server/bookings/x.ts', '// The carrier books it once it is booked.'],
  ['server/wallet/x.ts', "// What the bank's books say of a booking, bookings and bookingId."],
  ['server/invoicing/x.ts', '// as it was said'],
  ['server/outbox/x.ts', '// webhooks that are subscribed to it'],
]
for (const [path, text] of NOT_FOUND) {
  test(`not found in ${path}: ${text}`, () => {
    assert.deepEqual(retiredIn(new Map([[path, text]])), [])
  })
}

test('every rule bites somewhere, and nothing seen is a fault', () => {
  for (const rule of RETIRED) {
    assert.ok(
      FOUND.some(([path, text]) => retiredIn(new Map([[path, text]]), [rule]).length > 0),
      `no example of ${rule[0]}`,
    )
  }
  assert.deepEqual(retiredIn(new Map()), ['no files were seen'])
})
