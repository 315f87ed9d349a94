// What the client of a quote reads: the same facts on the phone and in the mail, as people of the language write them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PRODUCT_TEXTS } from '../../../contract/message-texts.ts'
import { type QuoteFacts, quoteLetter, quoteMessage } from './notify.ts'

const FACTS: QuoteFacts = {
  clientName: 'Ana Souza',
  firstName: 'Ana',
  texts: PRODUCT_TEXTS,
  teamName: 'Sol & Mar',
  number: '2026-000007',
  totalsCents: [862_000n],
  validUntil: '2026-11-30',
  url: 'https://viagens.example/q/abc',
  isSimulated: false,
  isTest: false,
}
const SENDER = { name: 'Sol & Mar', lines: [], logo: null, colours: null }
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('one price and a last day, in both languages', () => {
  const portuguese = quoteMessage(FACTS, 'pt-BR')
  assert.equal(
    plain(portuguese.text),
    'Olá, Ana Souza!\n\nSol & Mar preparou o orçamento 2026-000007 para você: R$ 8.620,00, válido até 30/11/2026.' +
      '\n\nVer o orçamento e responder:\nhttps://viagens.example/q/abc',
  )
  const { parameters } = quoteMessage(FACTS, 'en')
  assert.deepEqual(parameters.map(plain), [
    'Ana Souza',
    'Sol & Mar',
    '2026-000007',
    'BRL 8,620.00',
    'valid until 30 Nov 2026',
  ])
})

test('of several options the lowest price is named as such, and no last day is stated as such', () => {
  const several = { ...FACTS, totalsCents: [862_000n, 778_000n, 900_000n], validUntil: null } as const
  const [, , , amount = '', validity] = quoteMessage(several, 'pt-BR').parameters
  assert.deepEqual([plain(amount), validity], ['a partir de R$ 7.780,00', 'sem prazo de validade'])
  const { text, html, subject } = quoteLetter(several, 'en', SENDER)
  assert.equal(subject, 'Your quote from Sol & Mar')
  assert.match(plain(text), /Sol & Mar has prepared quote 2026-000007 for you: from BRL 7,780\.00\./)
  assert.doesNotMatch(plain(text), /[Vv]alid until/)
  for (const shown of ['2026-000007', 'https://viagens.example/q/abc', 'Sol &amp; Mar'])
    assert.ok(html.includes(shown), shown)
})

test('the mail has the content of the message, with its rows', () => {
  const { text } = quoteLetter(FACTS, 'pt-BR', SENDER)
  for (const shown of ['Olá, Ana Souza!', '2026-000007', 'R$ 8.620,00', '30/11/2026', FACTS.url])
    assert.ok(plain(text).includes(shown), shown)
})
