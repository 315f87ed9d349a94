// Tests that the findings of an installation's checks have complete texts in both languages.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConnectionState, FINDING_CODES } from '../../contract/readiness.ts'
import { checkTexts } from '../../panel/parts/records/readiness-checks.ts'
import { findingWords } from '../../panel/screens/operator/findings-words.ts'
import { checkWords } from '../../panel/words/checks.ts'

const VALUES = {
  minutes: 7,
  since: '2026-11-16T11:00:00Z',
  name: 'papel',
  names: 'um, dois',
  silent: 'parent 7',
  count: 3,
  megabytes: 512,
  amount: '1234.50',
  reason: 'caiu.',
}

for (const [language, { findings: words }] of Object.entries(findingWords))
  test(`every finding has texts: ${language}`, () => {
    const said = FINDING_CODES.map((code) => [code, ...words[code](VALUES)] as const)
    for (const [code, text, advice = 'fine.'] of said) {
      assert.match(text, /^\S.{10,}\.$/, code)
      assert.match(advice, /\.$/, code)
      assert.doesNotMatch(text + advice, /undefined|NaN|\bnull\b/, code)
    }
    assert.equal(new Set(said.map(([, text]) => text)).size, FINDING_CODES.length)
    assert.match(words.dead({ count: 1 })[0], /^1 (?:tarefa|job) /)
    assert.match(words.held(VALUES)[0], /3 .*R\$ (?:1\.234,50|1234\.50)/)
  })

test('a missing bank is called simulated where charges work, and missing in production', () => {
  const said = { message: 'no bank', action: null, user_message: 'Nenhum banco.', user_action: null }
  const check = { name: 'invoice bank', status: 'missing', ...said } as const
  const textOf = (invoice_bank: ConnectionState) =>
    checkTexts(check, checkWords.pt, { flights: 'none', wallet_bank: 'none', invoice_bank }).text
  assert.match(textOf('simulated'), /são simuladas e não podem ser pagas/)
  assert.match(textOf('none'), /sem código Pix e sem boleto/)
})
