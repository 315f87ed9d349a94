// Which of several texts was found, and the ways in which something is looked for until there is enough of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Way } from './store.ts'
import { byAmount, byClients, byUuid, findAll, matchIn, readTerm, within } from './term.ts'

const TEXTS = [
  ['locator', 'ana123'],
  ['traveller', 'ana souza'],
  ['traveller', 'ana'],
] as const

test('whole comes before in part, and the surer text before others', () => {
  assert.deepEqual(matchIn(TEXTS, ['ana']), { matched: 'traveller', exact: true })
  assert.deepEqual(matchIn(TEXTS, ['ana1']), { matched: 'locator', exact: false })
  assert.deepEqual(matchIn(TEXTS, [null, 'souza']), { matched: 'traveller', exact: false })
  assert.equal(matchIn(TEXTS, ['rita']), null)
  assert.equal(matchIn(TEXTS, [null, '']), null, 'nothing is in everything')
})

test('a way that cannot find anything is not gone', () => {
  assert.deepEqual(
    [within('x', null), byUuid(null), byUuid('ana'), byClients([]), byAmount('x', readTerm('ana'))].flat(),
    [],
  )
  assert.deepEqual(within('x', '5%_\\')[0]?.values, ['%5\\%\\_\\\\%'])
  assert.deepEqual(byAmount('x', readTerm('1,50'))[0]?.values, [150n])
})

test('each is found once, and after enough nobody looks any further', async () => {
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
