// What a shell is given completes every command, group, option and closed list, and nothing that there is not.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { EVENTS } from '../../../contract/events.ts'
import { COMMANDS } from './commands.ts'
import { completion } from './help.ts'
import { terminal as ownTerminal } from './terminal.ts'

async function scriptFor(shell: string): Promise<string> {
  const said: string[] = []
  await completion(shell, COMMANDS, { ...ownTerminal, say: (text) => void said.push(text) })
  return said.join('\n')
}

const bash = await scriptFor('bash')

/** What bash would offer after these words, of which the last is being typed. */
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

test('the second words of a group are what is in it', () => {
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

test('closed lists are completed by what is in them', () => {
  const types = Object.keys(EVENTS).filter((type) => type.startsWith('booking.'))
  assert.deepEqual(offered('trigger', 'booking.').toSorted(), types.toSorted())
  assert.deepEqual(offered('completion', 'f'), ['fish'])
})

test('zsh is given the same, and fish its own lines', async () => {
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
