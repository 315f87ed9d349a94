// What people type is read in every way it can be meant, and in none that it cannot.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatAmount, formatBrl } from '../../kernel/values/money.ts'
import type { Way } from './store.ts'
import { byAmount, byClients, byUuid, findAll, matchIn, readTerm, within } from './term.ts'

const centsOf = (text: string) => readTerm(text).amountCents
const numberOf = (text: string) => {
  const { invoiceNumber } = readTerm(text)
  return invoiceNumber && `${invoiceNumber.year ?? ''}:${invoiceNumber.sequence}`
}

test('amounts are read as Brazilians, programs and others write them', () => {
  const amounts: Record<string, bigint> = {
    '1.234,56': 123_456n,
    '1,234.56': 123_456n,
    '1234.56': 123_456n,
    '1234,56': 123_456n,
    '1234,5': 123_450n,
    'R$ 1.234,56': 123_456n,
    r$1234: 123_400n,
    '1.234': 123_400n,
    '1.234.567': 123_456_700n,
    '1.234.567,8': 123_456_780n,
    '0,01': 1n,
    ' 150 ': 15_000n,
    '9999999999999,99': 999_999_999_999_999n,
  }
  for (const [text, cents] of Object.entries(amounts)) assert.equal(centsOf(text), cents, text)
})

test('other texts are not amounts', () => {
  const none = ['', '-5', '1e3', '1.23.45', '12.3456', '1,2,3', '.,', ',50', '.5', 'R$', '1 000', '10%', '٣']
  for (const text of [...none, '99999999999999', '1234.567,89x', 'US$ 5', '0x10'])
    assert.equal(centsOf(text), null, text)
})

test('every formatted amount is read back, in both spellings', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999_999n }), (cents) => {
      assert.equal(centsOf(formatAmount(cents)), cents)
      assert.equal(centsOf(formatBrl(cents)), cents)
      assert.equal(centsOf(formatBrl(cents).replace('R$ ', '')), cents)
    }),
  )
})

test('invoice numbers are read with or without year', () => {
  const numbers: Record<string, string | null> = {
    '2026-0007': '2026:7',
    '2026/7': '2026:7',
    '2026 - 12': '2026:12',
    '#7': ':7',
    '7': ':7',
    '0007': ':7',
    '26-7': null,
    '2026-': null,
    '2026-0007-1': null,
    '1234567890': null,
    seven: null,
  }
  for (const [text, number] of Object.entries(numbers)) assert.equal(numberOf(text), number, text)
})

test('names are folded; short texts and punctuation match only as a whole', () => {
  assert.equal(readTerm('  JOSÉ   da Silva ').folded, 'jose da silva')
  for (const text of ['a', 'ab', 'é', '%%%', '___', '-----', '. . .'])
    assert.equal(readTerm(text).folded, null, text)
  assert.equal(readTerm('a_b').folded, 'a_b')
})

test('part of a CPF or CNPJ has at least five characters and a digit, and is not an amount', () => {
  const parts: Record<string, string | null> = {
    '529.982.247-25': '52998224725',
    '52998': '52998',
    '5299': null,
    '12.ABC.345/01DE-35': '12ABC34501DE35',
    souza: null,
    'ana@example.com': null,
    '1.234,56': null,
  }
  for (const [text, part] of Object.entries(parts)) assert.equal(readTerm(text).taxId, part, text)
})

test('the start of a CPF or CNPJ can also be an amount', () => {
  for (const text of ['529.982', '529.982.2', '529.982.247', '12.345.678'])
    assert.equal(readTerm(text).taxId, text.replaceAll('.', ''), text)
  for (const text of ['529.98', '1.234.567', '529,982']) assert.equal(readTerm(text).taxId, null, text)
})

test('locators and tickets are compared by letters and digits only', () => {
  assert.equal(readTerm('957-1234 567890').bare, '9571234567890')
  assert.equal(readTerm(' k7Qx2m ').bare, 'k7qx2m')
})

test('any text is read, without control characters', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 100 }), (codes) => {
      const { typed, folded, bare, taxId } = readTerm(String.fromCharCode(...codes))
      for (const part of [typed, folded, bare, taxId]) assert.doesNotMatch(part ?? '', /\p{Control}/u)
      assert.match(bare, /^[0-9a-z]*$/)
    }),
  )
})

// Which of several texts was found, and the ways in which something is looked for until there is enough of it.

const TEXTS = [
  ['locator', 'ana123'],
  ['traveller', 'ana souza'],
  ['traveller', 'ana'],
] as const

test('exact before partial, and better fields before others', () => {
  assert.deepEqual(matchIn(TEXTS, ['ana']), { matched: 'traveller', exact: true })
  assert.deepEqual(matchIn(TEXTS, ['ana1']), { matched: 'locator', exact: false })
  assert.deepEqual(matchIn(TEXTS, [null, 'souza']), { matched: 'traveller', exact: false })
  assert.equal(matchIn(TEXTS, ['rita']), null)
  assert.equal(matchIn(TEXTS, [null, '']), null, 'nothing is in everything')
})

test('a condition that cannot match runs no query', () => {
  assert.deepEqual(
    [within('x', null), byUuid(null), byUuid('ana'), byClients([]), byAmount('x', readTerm('ana'))].flat(),
    [],
  )
  assert.deepEqual(within('x', '5%_\\')[0]?.values, ['%5\\%\\_\\\\%'])
  assert.deepEqual(byAmount('x', readTerm('1,50'))[0]?.values, [150n])
})

test('each result is found once, and the search stops at the limit', async () => {
  const asked: string[] = []
  const find = async (_db: unknown, _owner: unknown, { where }: Way) => {
    asked.push(where)
    return { a: [{ id: '1' }, { id: '2' }], b: [{ id: '2' }, { id: '3' }], c: [{ id: '4' }] }[where] ?? []
  }
  const ways = ['a', 'b', 'c'].map((where) => ({ where, values: [] }))
  const at = { db: { query: async () => assert.fail() }, owner: { teamId: 'team_x', mode: 'test' } } as const
  assert.deepEqual(await findAll({ ...at, limit: 3 }, find, ways), [{ id: '1' }, { id: '2' }, { id: '3' }])
  assert.deepEqual(asked, ['a', 'b'])
  assert.deepEqual(await findAll({ ...at, limit: 1 }, find, ways), [{ id: '1' }])
})
