// Cells of a CSV: no text becomes a formula, and numbers stay numbers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine } from './csv.ts'

const cell = (text: string) => csvLine([text]).slice(0, -2)

test('a text that a spreadsheet would run gets an apostrophe in front', () => {
  for (const start of ['=', '+', '-', '@', '\t', '＝', '＋', '－', '＠'])
    for (const rest of ['cmd|1', '1+1', '2-3', '1.5e3', ''])
      assert.equal(cell(start + rest), `'${start}${rest}`)
  for (const start of ['\r', '\n', '\r\n']) assert.equal(cell(`${start}=1`), `"'${start}=1"`)
  assert.equal(cell('-5,"x"'), `"'-5,""x"""`)
})

test('numbers and other texts stay as they are', () => {
  for (const text of ['0.00', '-12.50', '-3', '1234', '', 'Ana', "'x", '2026-11-15', 'a=b', ' =1'])
    assert.equal(cell(text), text)
  assert.equal(cell('Souza, "Ana"'), '"Souza, ""Ana"""')
  assert.equal(csvLine(['a', '-1.00', '=x']), "a,-1.00,'=x\r\n")
})
