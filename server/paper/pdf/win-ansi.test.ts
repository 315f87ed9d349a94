// Whatever a name holds, what comes out can be written with a PDF's own fonts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacters } from '../../../test/support/any-characters.ts'
import { toWinAnsi } from './win-ansi.ts'

const CASES: [text: string, written: string][] = [
  ['José Conceição Ltda. – “Às” €', 'José Conceição Ltda. – “Às” €'],
  ['Jose\u0301 Conceic\u0327a\u0303o', 'José Conceição'],
  ['Łukasz Dvořák Đorđević', 'Lukasz Dvorák Dordevic'],
  ['A\n\tB\u0000C', 'A B C'],
  ['ﬁm ½ ２', 'fim ½ 2'],
  ['zero\u200bwidth\u202e', 'zerowidth'],
  ['日本 ✈️ 👩‍🚀', '?? ? ??'],
  ['', ''],
]
for (const [text, written] of CASES) {
  test(`${JSON.stringify(text)} is written ${JSON.stringify(written)}`, () =>
    assert.equal(toWinAnsi(text), written))
}

test('every character that comes out is one byte of Windows-1252', () => {
  const known = new Set(
    [...Array(256).keys()].map((byte) => decode(byte)).filter((character) => /\P{Cc}/u.test(character)),
  )
  fc.assert(
    fc.property(anyCharacters({ maxLength: 60 }), (text) => {
      for (const character of toWinAnsi(text)) assert.ok(known.has(character), JSON.stringify(character))
    }),
    { numRuns: 500 },
  )
  for (const character of known)
    if (character !== '\u00ad' && character !== '\u00a0') assert.equal(toWinAnsi(character), character)
})

function decode(byte: number): string {
  return new TextDecoder('windows-1252').decode(Uint8Array.of(byte))
}
