// Passwords that are refused although they are long enough, and ones that look odd and are fine.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weaknessOf } from './weak-password.ts'

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
  test(`${password} is taken`, () => assert.equal(weaknessOf(password, OWN), undefined))
