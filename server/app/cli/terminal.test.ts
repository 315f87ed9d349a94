// Output for people and for programs: the same content in two forms.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { styleText } from 'node:util'
import type { Phrase, ReaderLanguage } from '../../../contract/phrases/phrase.ts'
import {
  type Cell,
  inJson,
  terminal as ownTerminal,
  same,
  sayTable,
  speaking,
  type Terminal,
} from './terminal.ts'
import { warnings } from './with-world.ts'

function recordedTerminal(language: ReaderLanguage = 'en') {
  const [out, err]: [string[], string[]] = [[], []]
  const terminal = speaking({
    ...ownTerminal,
    language,
    write: (line: string) => void out.push(line),
    writeError: (line: string) => void err.push(line),
  })
  return { terminal, out, err }
}

const HEAD: readonly Phrase[] = [
  ['id', 'id'],
  ['e-mail', 'e-mail'],
  ['last used', 'último uso'],
  ['Pix key', 'chave Pix'],
]
const BODY: readonly Cell[][] = [
  ['1', 'ana@agencia.example', '', 'x'],
  ['22', 'b@b.example', ['now', 'agora'], ''],
]

test('columns are as wide as their widest cell, without trailing spaces', () => {
  const { terminal, out } = recordedTerminal()
  sayTable(terminal, HEAD, BODY)
  assert.deepEqual(out.join('').split('\n'), [
    'id  e-mail               last used  Pix key',
    '--  -------------------  ---------  -------',
    '1   ana@agencia.example             x',
    '22  b@b.example          now',
  ])
})

test('in Portuguese the titles, cells and widths are Portuguese', () => {
  const { terminal, out } = recordedTerminal('pt-BR')
  sayTable(terminal, HEAD, BODY)
  assert.deepEqual(out.join('').split('\n'), [
    'id  e-mail               último uso  chave Pix',
    '--  -------------------  ----------  ---------',
    '1   ana@agencia.example              x',
    '22  b@b.example          agora',
  ])
})

test('in JSON a table has an object per row, named by the titles', () => {
  const { terminal, out } = recordedTerminal('pt-BR')
  sayTable(inJson(terminal), HEAD, BODY)
  assert.deepEqual(
    out.map((line) => JSON.parse(line)),
    [
      [
        { id: '1', e_mail: 'ana@agencia.example', last_used: '', pix_key: 'x' },
        { id: '22', e_mail: 'b@b.example', last_used: 'now', pix_key: '' },
      ],
    ],
  )
})

test('an empty table is a sentence for people and an empty list in JSON', () => {
  const { terminal, out } = recordedTerminal()
  sayTable(terminal, HEAD, [], ['There is nothing.', 'Não há nada.'])
  sayTable(inJson(terminal), HEAD, [], ['There is nothing.', 'Não há nada.'])
  sayTable(terminal, [['id', 'id']], [])
  assert.deepEqual(out, ['There is nothing.', '[]', 'id\n--'])
})

test('JSON prints the value if there is one, else the text as a message', () => {
  const { terminal, out } = recordedTerminal('pt-BR')
  const program = inJson(terminal)
  program.say(['Three pieces\nof news', 'Três notícias'])
  program.say(['Done', 'Feito'], { id: 1, nothing: null })
  program.say(['A list', 'Uma lista'], [])
  assert.deepEqual(out, ['{"message":"Three pieces\\nof news"}', '{"id":1,"nothing":null}', '[]'])
})

test('warnings go to stderr, for people and programs', () => {
  for (const whose of [(one: Terminal) => one, inJson]) {
    const { terminal, out, err } = recordedTerminal()
    warnings(whose(terminal)).warn('a signal was not sent')
    assert.deepEqual(out, [])
    assert.match(err.join(), /^[\d:.]{12} warn {2}a signal was not sent$/)
  }
})

/** The output of the process itself. */
function written(t: TestContext, say: () => void): string {
  const out: string[] = []
  const mocks = [process.stdout, process.stderr].map((stream) =>
    t.mock.method(stream, 'write', (text: string) => out.push(text) > 0),
  )
  say()
  for (const { mock } of mocks) mock.restore()
  return out.join('')
}

test('text from a service cannot control the terminal: control characters are escaped', (t) => {
  const name = 'Ana\u001b[2J\u001b]0;x\u0007\u009b8m\r\u0008\u202eB\u007f'
  const shown = 'Ana\\u001b[2J\\u001b]0;x\\u0007\\u009b8m\\u000d\\u0008\\u202eB\\u007f\n'
  for (const say of [ownTerminal.say, ownTerminal.sayError]) {
    const text = written(t, () => say(same(name)))
    assert.equal(text, shown)
  }
  const json = written(t, () => inJson(ownTerminal).say(same(''), { name }))
  assert.doesNotMatch(json.trimEnd(), /[\p{Cc}\u202e]/u)
  assert.deepEqual(JSON.parse(json), { name })
  for (const style of ['bold', 'yellow', 'cyan', 'green', 'underline'] as const) {
    const painted = styleText(style, 'Ação:\t1\r\n2 👩‍✈️', { validateStream: false })
    const text = written(t, () => ownTerminal.say(same(painted)))
    assert.equal(text, `${painted}\n`)
  }
})
