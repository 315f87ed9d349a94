// Help is made from the catalogue: what it shows can be typed, and what can be typed it shows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMMANDS } from './commands.ts'
import { helpOf, helpText, listedFor, noSuchCommand } from './help.ts'

test('of all commands there is a line each, and below it what each takes', () => {
  const lines = helpText(COMMANDS).split('\n')
  for (const { name, usage, meaning } of COMMANDS) {
    const place = lines.findIndex((line) => line.startsWith(`  ${name} `) && line.endsWith(meaning))
    assert.ok(place > 0, name)
    const takes = usage.slice(name.length).trim()
    if (takes !== '') assert.equal(lines[place + 1]?.trim(), takes)
  }
  assert.match(lines.at(-1) ?? '', /--json and --help/)
})

test('of a part there is no more than the part', () => {
  const keys = COMMANDS.filter(({ name }) => name.startsWith('key '))
  const text = helpText(keys)
  assert.equal(text.match(/^ {2}\w+/gm)?.length, keys.length)
  assert.doesNotMatch(text, /team create/)
})

test('help with the first word of a group lists the group, with none all, with an unknown one nothing', () => {
  const names = (...words: string[]) => listedFor(words, COMMANDS).map(({ name }) => name)
  assert.deepEqual(names('clock'), ['clock advance'])
  assert.deepEqual(names('deliveries', '--json'), ['deliveries replay'])
  assert.equal(names('--json').length, COMMANDS.length)
  assert.deepEqual([names('fly'), names('clock', 'back')], [[], []])
})

test('of what is no command a line tells so, with the one that was meant', () => {
  for (const [typed, told] of [
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
    assert.equal(noSuchCommand(typed.split(' '), COMMANDS).message, told)
})

for (const command of COMMANDS)
  test(`${command.name} --help tells all that it takes`, () => {
    const text = helpOf(command)
    assert.ok(text.startsWith(`embarque ${command.usage}\n\n  ${command.meaning}\n\n`))
    for (const [option, { word, isNeeded = false, about = '' }] of Object.entries(command.options)) {
      const line = text.split('\n').find((one) => new RegExp(`^ {2}--${option}( |$)`).test(one)) ?? ''
      assert.ok(line.includes(word ?? ''), option)
      assert.ok(line.includes(about), option)
      assert.equal(line.includes('(needed)'), isNeeded, option)
    }
    for (const option of ['--json', '--help']) assert.match(text, new RegExp(`^ {2}${option} `, 'm'))
  })
