// Passwords that are refused although they are long enough, and ones that look odd and are fine.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacters } from '../../../test/support/any-characters.ts'
import { weaknessOf } from './passwords.ts'

const OWN = ['Conceição Álvares', 'conceicao.alvares@aurora.example']

const REFUSED: [password: string, why: RegExp][] = [
  ['aaaaaaaaaa', /different characters/],
  ['abababababab', /different characters/],
  ['1234567890', /run of letters or digits/],
  ['abcdefghijkl', /run of letters or digits/],
  ['9876543210', /run of letters or digits/],
  ['Password123', /most usual/],
  ['!!Senha2026!!', /most usual/],
  ['Flamengo1981', /most usual/],
  ['senhasenha', /most usual/],
  ['FAMÍLIA-2026', /most usual/],
  ['19850712390', /date or a short number/],
  ['Conceicao1985', /name or e-mail/],
  ['alvares.aurora', /name or e-mail/],
]

for (const [password, why] of REFUSED)
  test(`${password} is refused`, () => assert.match(weaknessOf(password, OWN) ?? '', why))

for (const password of [
  'correto cavalo bateria',
  'kX9#vT2!qL',
  'minha senha é longa demais',
  'conceição compra três passagens',
  '739104826510392',
])
  test(`${password} is accepted`, () => assert.equal(weaknessOf(password, OWN), undefined))

const MORE_REFUSED: [password: string, why: RegExp][] = [
  ['zyxwvutsrqponm', /run of letters or digits/],
  ['0123456789012', /run of letters or digits/],
  ['aabbccddeeff', /run of letters or digits/],
  ['12/07/1985', /date or a short number/],
  ['2026-11-16 12', /date or a short number/],
  ['!@#$%&*()_+', /date or a short number/],
  ['Corinthians!1910', /most usual/],
  ['teAmo-teamo 99', /most usual/],
  ['ＳＥＮＨＡ２０２６', /most usual/],
  ['2026mudar2027', /most usual/],
  ['aurora-CONCEIÇÃO-1', /name or e-mail/],
  ['abcÁlvares123', /name or e-mail/],
]

for (const [password, why] of MORE_REFUSED)
  test(`${password} is refused too`, () => assert.match(weaknessOf(password, OWN) ?? '', why))

for (const password of [
  'привет мой старый друг',
  '春眠不覚暁処処聞啼鳥',
  'πέντε μικρά δελφίνια',
  'senha da minha avó Zulmira',
  'aurora boreal em Tromsø',
  'exame de álgebra linear',
])
  test(`${password} is accepted with other names`, () => assert.equal(weaknessOf(password, OWN), undefined))

test('short names, and an absent name, refuse nothing', () => {
  assert.equal(weaknessOf('ana lia tatu bola', ['Ana Lia', 'ana@lia.br']), undefined)
  assert.equal(weaknessOf('conceicao.alvares', []), undefined)
  assert.equal(weaknessOf('conceicao.alvares', ['', '   ', '@']), undefined)
})

test('the verdict on a password ignores Unicode form and case', () => {
  fc.assert(
    fc.property(anyCharacters({ maxLength: 40 }), anyCharacters({ maxLength: 20 }), (password, name) => {
      const verdict = weaknessOf(password, [name])
      assert.ok(verdict === undefined || verdict.startsWith('must '))
      assert.equal(weaknessOf(password.normalize('NFKD'), [name]), verdict)
      assert.equal(weaknessOf(password.normalize('NFKC'), [name.normalize('NFKD')]), verdict)
    }),
  )
})

test('a common password stays refused with any digits and signs around it', () => {
  const around = fc.array(fc.constantFrom(...'0123456789!@#$%.-_ '), { maxLength: 8 })
  const usual = fc.constantFrom('senha', 'Password', 'FLAMENGO', 'Família', 'meu amor')
  fc.assert(
    fc.property(around, usual, around, (before, word, after) => {
      const password = `${before.join('')}${word}${after.join('')}`
      assert.notEqual(weaknessOf(password, OWN), undefined, password)
    }),
  )
})
