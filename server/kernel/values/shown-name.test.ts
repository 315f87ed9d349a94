// Names in mails: those of people and companies stay as they are, advertisements do not become links.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownName, shownWords } from './text.ts'

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
  test(`${JSON.stringify(given.slice(0, 40))} is shown as it should`, () =>
    assert.equal(shownName(given), shown))
}

test('whatever is written, nothing in it reads as an address, a tag or a second line', () => {
  const parts = ['golpe', '.', 'com', '/', '://', 'https', '@', '\n', '<b>', 'www', ':', '\u200b', '。', ' ']
  for (const a of parts)
    for (const b of parts)
      for (const c of parts) {
        const shown = shownName([a, b, c, 'x'].join(''))
        assert.doesNotMatch(shown, /\.\S|[@/:<>\n]|\bwww\b|\p{C}/iu, JSON.stringify([a, b, c]))
      }
})

test('a reason is shown by the same rules, at greater length, and may be empty', () => {
  assert.equal(shownWords('Ligue: http://golpe.com\r\n\r\nFrom: x'), 'Ligue http golpe. com From x')
  assert.equal(shownWords('://'), '')
  assert.equal([...shownWords('x'.repeat(999))].length, 300)
})
