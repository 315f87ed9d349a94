// The tools behind the catalogue tests find what they must, and complain where there is nothing to find.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureCodes } from './code-literals.ts'
import { plain, tableUnder } from './markdown-table.ts'

const file = (text: string) => new Map([['server/x.ts', text]])

test('failures are found however they are raised, and nothing else is taken for one', () => {
  assert.deepEqual(failureCodes(file("fail('a_b')")), ['a_b'])
  assert.deepEqual(failureCodes(file("x ?? fail('a', { advice: 'not_this' })")), ['a'])
  assert.deepEqual(failureCodes(file("throw new Fail(away(error) ? 'a' : 'b', { c: 'd' })")), ['a', 'b'])
  assert.deepEqual(failureCodes(file("const m = { FST_ERR_BAD_URL: 'a' }")), ['a'])
  assert.deepEqual(failureCodes(file("// fail('a')\nassert.fail('b'); failField('c', 'd')")), [])
})

const PAGE =
  '# A\n\n## One\n\ntext\n\n| a | b |\n|---|:--|\n| `x` | y \\| z |\n| 1 |  |\n\n## Two\n\nno table\n'

test('tables are read by their heading', () => {
  assert.deepEqual(tableUnder(PAGE, 'One'), [
    ['`x`', 'y | z'],
    ['1', ''],
  ])
  assert.equal(plain('`x`'), 'x')
})

test('a missing heading or table is an error, not an empty list', () => {
  assert.throws(() => tableUnder(PAGE, 'Three'), /no heading/)
  assert.throws(() => tableUnder(PAGE, 'Two'), /no table/)
  assert.throws(() => tableUnder(PAGE, 'A'), /no table/)
})
