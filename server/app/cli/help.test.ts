// Help comes from the catalogue: everything it shows can be typed, and the other way round.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { EVENTS } from '../../../contract/events.ts'
import { COMMANDS } from './commands.ts'
import { completion, helpOf, helpText, listedFor, noSuchCommand } from './help.ts'
import { terminal as ownTerminal } from './terminal.ts'

test('help lists each command on a line, with its options below', () => {
  const lines = helpText(COMMANDS)[0].split('\n')
  for (const {
    name,
    usage: [usage],
    meaning: [meaning],
  } of COMMANDS) {
    const place = lines.findIndex((line) => line.startsWith(`  ${name} `) && line.endsWith(meaning))
    assert.ok(place > 0, name)
    const takes = usage.slice(name.length).trim()
    if (takes !== '') assert.equal(lines[place + 1]?.trim(), takes)
  }
  assert.match(lines.at(-1) ?? '', /--json and --help/)
})

test('help of a part lists only that part', () => {
  const keys = COMMANDS.filter(({ name }) => name.startsWith('key '))
  const [text] = helpText(keys)
  assert.equal(text.match(/^ {2}\w+/gm)?.length, keys.length)
  assert.doesNotMatch(text, /team create/)
})

test('help with a group lists the group, without it all commands, with an unknown word nothing', () => {
  const names = (...words: string[]) => listedFor(words, COMMANDS).map(({ name }) => name)
  assert.deepEqual(names('clock'), ['clock advance'])
  assert.deepEqual(names('deliveries', '--json'), ['deliveries replay'])
  assert.equal(names('--json').length, COMMANDS.length)
  assert.deepEqual([names('fly'), names('clock', 'back')], [[], []])
})

test('an unknown command gives one line with the nearest name', () => {
  for (const [typed, message] of [
    ['strat', 'There is no command "strat". Did you mean "start"? "help" lists all.'],
    ['strat now', 'There is no command "strat now". Did you mean "start"? "help" lists all.'],
    [
      'clock advnce 3d',
      'There is no command "clock advnce 3d". Did you mean "clock advance"? "help" lists all.',
    ],
    ['event tail --json', 'There is no command "event tail". Did you mean "events tail"? "help" lists all.'],
    ['work', 'There is no command "work". There are: work list, work retry. "help" lists all.'],
    ['work hard', 'There is no command "work hard". There are: work list, work retry. "help" lists all.'],
    ['--fly', 'There is no command "--fly". "help" lists all.'],
    ['xyzzy', 'There is no command "xyzzy". "help" lists all.'],
  ] as const)
    assert.equal(noSuchCommand(typed.split(' '), COMMANDS).message, message)
})

for (const command of COMMANDS)
  test(`${command.name} --help lists all its options`, () => {
    const [text] = helpOf(command)
    assert.ok(text.startsWith(`embarque ${command.usage[0]}\n\n  ${command.meaning[0]}\n\n`))
    for (const [option, { word, isNeeded = false, about = ['', ''] }] of Object.entries(command.options)) {
      const line = text.split('\n').find((one) => new RegExp(`^ {2}--${option}( |$)`).test(one)) ?? ''
      assert.ok(line.includes(word ?? ''), option)
      assert.ok(line.includes(about[0]), option)
      assert.equal(line.includes('(needed)'), isNeeded, option)
    }
    for (const option of ['--json', '--help']) assert.match(text, new RegExp(`^ {2}${option} `, 'm'))
  })

// The completion script knows exactly the commands, groups, options and closed lists.

async function scriptFor(shell: string): Promise<string> {
  const said: string[] = []
  await completion(shell, COMMANDS, { ...ownTerminal, say: ([text]) => void said.push(text) })
  return said.join('\n')
}

const bash = await scriptFor('bash')

/** The completions that bash offers after these words, the last being typed. */
function offered(...words: string[]): string[] {
  const typed = ['embarque', ...words].map((word) => `'${word}'`).join(' ')
  const ask = `COMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _embarque; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', `${bash}\n${ask}`], { encoding: 'utf8' })
    .trim()
    .split('\n')
}

test('the first words are the commands and groups', () => {
  const first = new Set(COMMANDS.map(({ name }) => name.split(' ')[0] ?? ''))
  assert.deepEqual(offered('').toSorted(), [...first, 'help', '--version'].toSorted())
  assert.deepEqual(offered('do'), ['doctor'])
  assert.deepEqual(offered('nonsense'), [''])
})

test('the second words of a group are its commands', () => {
  for (const group of ['team', 'key', 'people', 'work', 'events', 'deliveries', 'clock']) {
    const own = COMMANDS.filter(({ name }) => name.startsWith(`${group} `)).map(
      ({ name }) => name.split(' ')[1],
    )
    assert.deepEqual(offered(group, '').toSorted(), own.toSorted(), group)
  }
})

test('every command completes its options', () => {
  for (const { name, options } of COMMANDS) {
    const words = offered(...name.split(' '), '--')
    const own = [...Object.keys(options), 'json', 'help'].map((option) => `--${option}`)
    assert.deepEqual(words.toSorted(), [...new Set(own)].toSorted(), name)
  }
})

test('closed lists complete their values', () => {
  const types = Object.keys(EVENTS).filter((type) => type.startsWith('booking.'))
  assert.deepEqual(offered('trigger', 'booking.').toSorted(), types.toSorted())
  assert.deepEqual(offered('completion', 'f'), ['fish'])
})

test('zsh uses the same completions, and fish its own lines', async () => {
  const [zsh, fish] = [await scriptFor('zsh'), await scriptFor('fish')]
  assert.ok(zsh.endsWith(bash))
  const lines = fish.split('\n')
  for (const line of lines) assert.match(line, /^complete -c embarque /)
  for (const { name, options } of COMMANDS)
    for (const option of Object.keys(options))
      assert.ok(
        lines.some((line) => line.includes(`"${name}*"`) && line.includes(` -l ${option}`)),
        `${name} --${option}`,
      )
})

test('another shell is refused', async () => {
  await assert.rejects(scriptFor('tcsh'), /tcsh|must be one of|Invalid/i)
})
