import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { foldText } from './text.ts'

test('accents, case and spare spaces go, letters and marks that mean something stay', () => {
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

test('folding twice changes nothing, and both spellings of an accent fold alike', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const folded = foldText(text)
      assert.equal(foldText(folded), folded)
      assert.equal(foldText(text.normalize('NFD')), foldText(text.normalize('NFC')))
    }),
  )
})
