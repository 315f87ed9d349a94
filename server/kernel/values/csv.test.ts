// Cells of a CSV: no text becomes a formula, and numbers stay numbers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine, csvTable } from './csv.ts'

const cell = (text: string) => csvLine([text]).slice(0, -2)

test('a text that a spreadsheet would evaluate gets a leading apostrophe', () => {
  for (const start of ['=', '+', '-', '@', '＝', '＋', '－', '＠'])
    for (const rest of ['cmd|1', '1+1', '2-3', '1.5e3', ''])
      assert.equal(cell(start + rest), `'${start}${rest}`)
  for (const blanks of [' ', '   ', '\u00a0', '\u3000', '\ufeff', '\u200b', '\u0000', ' \u200e '])
    for (const sign of ['=', '+', '-', '@', '＝'])
      assert.equal(cell(`${blanks}${sign}1`), `'${blanks}${sign}1`)
  for (const start of ['\r', '\n', '\r\n']) assert.equal(cell(`${start}=1`), `"'${start}'=1"`)
  assert.equal(cell('\tx'), "'\tx")
  assert.equal(cell('-5,"x"'), `"'-5,""x"""`)
})

test('so does text that would start a cell for another separator', () => {
  assert.equal(cell("Ana;=cmd|' /C calc'!A0;"), "Ana;'=cmd|' /C calc'!A0;")
  assert.equal(csvLine(['Ana,=1+1,', 'Rua 1\t +1'], 'pt-BR'), "Ana,'=1+1,;Rua 1\t' +1\r\n")
  assert.equal(cell('a\n@x'), `"a\n'@x"`)
  assert.equal(cell('a;"=1"'), `"a;'""=1"""`)
  assert.equal(csvLine(['a,-1', 'b; 5'], 'pt-BR'), 'a,-1;"b; 5"\r\n')
})

test('numbers and other texts stay unchanged', () => {
  for (const text of ['0.00', '-12.50', '-3', '1234', '', 'Ana', "'x", '2026-11-15', 'a=b', ' a=1'])
    assert.equal(cell(text), text)
  assert.equal(cell('Souza, "Ana"'), '"Souza, ""Ana"""')
  assert.equal(csvLine(['a', '-1.00', '=x']), "a,-1.00,'=x\r\n")
})

test('for Brazil: semicolons, and the same guard, which accepts Brazilian numbers', () => {
  const cells = ['a;b', 'a,b', '-1,50', '-1.50', '=x', '3']
  assert.equal(csvLine(cells, 'pt-BR'), `"a;b";a,b;-1,50;'-1.50;'=x;3\r\n`)
})

test('a table for programs is unchanged, and for people formatted', () => {
  const columns = {
    at: { heading: 'Data e hora', kind: 'moment' },
    on: { heading: 'Dia', kind: 'day' },
    amount: { heading: 'Valor', kind: 'amount' },
    type: { heading: 'Tipo', words: { credit: 'crédito' } },
    note: { heading: 'Nota; texto' },
  } as const
  const values = { at: '2026-11-16T02:59:59.999Z', on: '2026-11-05', amount: '-1234.50', type: 'credit' }
  const written = (locale: 'en' | 'pt-BR') => {
    const table = csvTable(columns, { locale, zone: 'America/Sao_Paulo' })
    return [table.head, table.line(values), table.line({ type: 'other', note: '=1', on: '' })]
  }
  assert.deepEqual(written('en'), [
    'at,on,amount,type,note\r\n',
    '2026-11-16T02:59:59.999Z,2026-11-05,-1234.50,credit,\r\n',
    ",,,other,'=1\r\n",
  ])
  assert.deepEqual(written('pt-BR'), [
    '\uFEFFData e hora;Dia;Valor;Tipo;"Nota; texto"\r\n',
    '15/11/2026 23:59:59;05/11/2026;-1234,50;crédito;\r\n',
    ";;;other;'=1\r\n",
  ])
})
