import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { taxIdText } from '../../../contract/tax-ids.ts'
import { brazilianDate } from './dates.ts'
import { nearestName } from './nearest-name.ts'
import { foldText, shownName, shownWords } from './text.ts'

test('accents, case and extra spaces are removed, meaningful letters and marks stay', () => {
  const pairs: [string, string][] = [
    ['  JOÃO   da Conceição ', 'joao da conceicao'],
    ['Müller & Søn Ltda.', 'muller & søn ltda.'],
    ['ANA@Example.COM', 'ana@example.com'],
    ['Ação\u00a0Viagens', 'acao viagens'],
    ['e\u0301', 'e'],
    ['', ''],
  ]
  for (const [text, folded] of pairs) assert.equal(foldText(text), folded)
})

test('folding is idempotent, and both Unicode forms fold alike', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const folded = foldText(text)
      assert.equal(foldText(folded), folded)
      assert.equal(foldText(text.normalize('NFD')), foldText(text.normalize('NFC')))
    }),
  )
})

// Names in mails: those of people and companies are unchanged, advertisements do not become links.

const cases: [given: string, shown: string][] = [
  ['Conceição D’Ávila-Souza', 'Conceição D’Ávila-Souza'],
  ['J. R. Tolkien Jr.', 'J. R. Tolkien Jr.'],
  ['J.R. Tolkien', 'J. R. Tolkien'],
  ['Viagens São João & Cia. Ltda. (3ª filial)', 'Viagens São João & Cia. Ltda. (3ª filial)'],
  ['3M do Brasil 2026', '3M do Brasil 2026'],
  ['Compre em golpe.com', 'Compre em golpe. com'],
  ['https://golpe.com/gratis?x=1', 'https golpe. com gratis x 1'],
  ['www.golpe.com.br', 'golpe. com. br'],
  ['WWW golpe', 'golpe'],
  ['<a href="//golpe.com">Ana</a>', 'a href golpe. com Ana a'],
  ['Ana\r\nBcc: todos@example.com', 'Ana Bcc todos example. com'],
  ['Ligue (11) 98765-4321 já', 'Ligue ( já'],
  ['Ana\u202Emoc.eplog', 'Ana moc. eplog'],
  ['golpe．com', 'golpe com'],
  ['golpe。com', 'golpe com'],
  ['  ', '—'],
  ['://', '—'],
  ['x'.repeat(200), `${'x'.repeat(59)}…`],
]

for (const [given, shown] of cases) {
  test(`${JSON.stringify(given.slice(0, 40))} is cleaned as expected`, () =>
    assert.equal(shownName(given), shown))
}

test('a cleaned name never looks like an address, a tag or a second line', () => {
  const parts = ['golpe', '.', 'com', '/', '://', 'https', '@', '\n', '<b>', 'www', ':', '\u200b', '。', ' ']
  for (const a of parts)
    for (const b of parts)
      for (const c of parts) {
        const shown = shownName([a, b, c, 'x'].join(''))
        assert.doesNotMatch(shown, /\.\S|[@/:<>\n]|\bwww\b|\p{C}/iu, JSON.stringify([a, b, c]))
      }
})

test('a reason is cleaned by the same rules, may be longer, and may be empty', () => {
  assert.equal(shownWords('Ligue: http://golpe.com\r\n\r\nFrom: x'), 'Ligue http golpe. com From x')
  assert.equal(shownWords('://'), '')
  assert.equal([...shownWords('x'.repeat(999))].length, 300)
})

// Typing errors and other spellings find the known name, and unrelated words find none.

const INVOICE = ['client_id', 'issue_date', 'due_date', 'items', 'tax_rate', 'discount_rate', 'notes']
const BOOKING = ['offerId', 'type', 'passengers', 'payments', 'metadata', 'client_id']

test('another spelling, a part and a typo are recognised', () => {
  for (const [unknown, known, meant] of [
    ['discount', INVOICE, 'discount_rate'],
    ['discountRate', INVOICE, 'discount_rate'],
    ['dicsount_rate', INVOICE, 'discount_rate'],
    ['duedate', INVOICE, 'due_date'],
    ['due_dat', INVOICE, 'due_date'],
    ['note', INVOICE, 'notes'],
    ['item', INVOICE, 'items'],
    ['client', INVOICE, 'client_id'],
    ['tax', INVOICE, 'tax_rate'],
    ['offer_id', BOOKING, 'offerId'],
    ['passenger', BOOKING, 'passengers'],
    ['meta_data', BOOKING, 'metadata'],
    ['price', ['description', 'quantity', 'unit_price'], 'unit_price'],
  ] as const)
    assert.equal(nearestName(unknown, known), meant, unknown)
})

test('of several similar names the nearest is returned', () => {
  assert.equal(nearestName('date', ['issue_date', 'due_date']), 'due_date')
  assert.equal(nearestName('name', ['company_name', 'full_name']), 'full_name')
})

test('a name without resemblance has no suggestion', () => {
  for (const unknown of ['colour', 'x', '', '__proto__', '🙂', 'a'.repeat(1_000)])
    assert.equal(nearestName(unknown, INVOICE), undefined, unknown)
  assert.equal(nearestName('notes', []), undefined)
})

test('dates and tax ids are formatted for people', () => {
  assert.equal(brazilianDate(Temporal.PlainDate.from('2026-11-05')), '05/11/2026')
  assert.equal(taxIdText('52998224725'), 'CPF 529.982.247-25')
  assert.equal(taxIdText('12abc34501de35'), 'CNPJ 12.ABC.345/01DE-35')
  assert.equal(taxIdText('X-1'), 'CPF/CNPJ X-1')
})
