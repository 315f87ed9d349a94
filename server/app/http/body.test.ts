// Bodies are scanned before parsing: too deep or too many values are found from the bytes alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BODY_VALUES_MAX } from '../../../contract/limits.ts'
import { englishOf } from '../../../contract/phrases/issues.ts'
import { issueInBytes } from './body.ts'

const issueIn = (text: string) => {
  const issue = issueInBytes(Buffer.from(text))
  return issue && englishOf(issue)
}
const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth)
const TOO_DEEP = 'must not be nested more than 100 levels deep'
const TOO_MUCH = `must not have more than ${BODY_VALUES_MAX} values`

test('ordinary bodies are accepted', () => {
  for (const body of [
    '',
    'null',
    '{}',
    '"text"',
    '{"a":[1,2,{"b":"c"}],"d":null}',
    ' {\n\t"name" : "São João, \\"o santo\\"" } ',
    JSON.stringify({
      items: Array.from({ length: 500 }, (_, n) => ({ description: `item ${n}`, quantity: n })),
    }),
  ])
    assert.equal(issueIn(body), undefined, body.slice(0, 40))
})

test('invalid JSON is left to the parser', () => {
  for (const body of ['{', ']]]]', '"never ends', '"ends in a backslash\\', '{]', ',,,', '\\"\\"'])
    assert.equal(issueIn(body), undefined, body)
})

test('nesting is limited to a hundred levels below the outermost', () => {
  assert.equal(issueIn(nested(101)), undefined)
  assert.equal(issueIn(nested(102)), TOO_DEEP)
  assert.equal(issueIn(nested(101, '{"a":', '}')), undefined)
  assert.equal(issueIn(nested(102, '{"a":', '}')), TOO_DEEP)
  assert.equal(issueIn('['.repeat(1_000_000)), TOO_DEEP, 'found without its end')
})

test('many siblings are not deep', () => {
  assert.equal(issueIn(`[${Array.from({ length: 5_000 }, () => '[[]]').join()}]`), undefined)
})

test('values are counted: members, items, and their containers', () => {
  const list = (length: number) => `[${Array.from({ length }, () => '1').join()}]`
  assert.equal(issueIn(list(BODY_VALUES_MAX - 1)), undefined)
  assert.equal(issueIn(list(BODY_VALUES_MAX)), TOO_MUCH)
  const fields = (length: number) => `{${Array.from({ length }, (_, n) => `"f${n}":1`).join()}}`
  assert.equal(issueIn(fields(BODY_VALUES_MAX - 1)), undefined)
  assert.equal(issueIn(fields(BODY_VALUES_MAX)), TOO_MUCH)
  assert.equal(issueIn(`[${Array.from({ length: BODY_VALUES_MAX }, () => '{}').join()}]`), TOO_MUCH)
})

test('text does not count, however its quotes are escaped', () => {
  const signs = '[{,'.repeat(BODY_VALUES_MAX)
  assert.equal(issueIn(JSON.stringify(signs)), undefined)
  assert.equal(issueIn(JSON.stringify({ [signs]: signs })), undefined)
  assert.equal(issueIn(`"${'\\"'.repeat(1_000)}${signs}"`), undefined, 'escaped quotes do not end it')
  assert.equal(issueIn(`["${'\\\\'.repeat(1_000)}",${signs}]`), TOO_DEEP, 'escaped backslashes do not go on')
  assert.equal(issueIn(`["\\\\\\"${signs}"]`), undefined)
  assert.equal(issueIn(`["${'é’🛫'.repeat(100)}",${signs}]`), TOO_DEEP, 'bytes of letters are no signs')
})

test('the count matches a JSON parser', () => {
  const count = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 1
    const inner = Object.values(value)
    return inner.length === 0 ? 2 : 1 + inner.reduce((sum: number, one) => sum + count(one), 0)
  }
  const small = { a: [1, [2, 3], { b: 'x,y' }], c: { d: [] } }
  const times = Math.floor(BODY_VALUES_MAX / count(small)) - 2
  assert.equal(issueIn(JSON.stringify(Array.from({ length: times }, () => small))), undefined)
  assert.equal(issueIn(JSON.stringify(Array.from({ length: 2 * times }, () => small))), TOO_MUCH)
})
