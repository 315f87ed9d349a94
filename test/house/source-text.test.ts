// The reader that the other tests of the house stand on: what it takes for code, and what it does not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { projectFiles } from './project-files.ts'
import { codeOf, lineAt, withoutComments, withoutSqlComments } from './source-text.ts'

test('comments are blank and everything else stays in its place', () => {
  assert.equal(withoutComments('a // b\nc /* d\ne */ f'), 'a     \nc     \n     f')
  assert.equal(withoutSqlComments('a -- b\nc'), 'a     \nc')
})

test('what looks like a comment inside a string, template or regular expression is none', () => {
  for (const text of [
    `const a = 'http://x' + b`,
    `const a = \`http://\${host}/* no */\` + b`,
    'const a = /https?:[/][/]x/.test(b) && c',
    `const a = "it's // fine" + b`,
    `const a = \`\${f({ b: \`/* \${c} */\` })} // d\` + e`,
  ]) {
    assert.equal(withoutComments(text), text)
  }
})

test('a slash that divides begins no regular expression', () => {
  assert.equal(withoutComments('a = b / c // d / e').trimEnd(), 'a = b / c')
  assert.equal(withoutComments(`a = f(x) / 2 + "'" / g // '`).trimEnd(), `a = f(x) / 2 + "'" / g`)
})

test('code keeps plain strings and what templates compute, but not their text', () => {
  const parts = (text: string) => codeOf(text).split(/ +/)
  assert.deepEqual(parts(`import('a') + \`import('b') \${there()} x\` + c`), [
    "import('a')",
    '+',
    'there()',
    '+',
    'c',
  ])
  assert.deepEqual(parts("a.replace(/import 'x'/g, 'y')"), ['a.replace(', ',', "'y')"])
})

test('lines are counted from 1', () => {
  assert.equal(lineAt('a\nb\nc', 0), 1)
  assert.equal(lineAt('a\nb\nc', 4), 3)
})

test('every file of the project can be read, and keeps its length and lines', () => {
  const files = [...projectFiles('contract', 'server', 'test')].filter(([path]) => path.endsWith('.ts'))
  assert.ok(files.length > 50)
  for (const [path, text] of files) {
    const code = codeOf(text)
    assert.equal(code.length, text.length, path)
    assert.equal(lineAt(code, code.length), lineAt(text, text.length), path)
  }
})
