// Every command that a message, a page or a document advises exists.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMMANDS } from '../../server/app/cli/commands.ts'
import { isTestCode, projectFiles } from './project-files.ts'

const NAMES = COMMANDS.map(({ name }) => name)

/** What is to be typed, with the two words after it; `COMMAND` and the like stand for any. */
const ADVISED = /\bnpx embarque (?!COMMAND\b|"\$@"|\$argv)([\w-]+(?: [a-z]+)?)/g

function advisedIn(text: string): string[] {
  return [...text.matchAll(ADVISED)].map(([, words = '']) => words)
}

function isKnown(words: string): boolean {
  return (
    NAMES.some((name) => words === name || words.startsWith(`${name} `)) ||
    /^(?:--)?(?:help|version)\b/.test(words)
  )
}

test('advised commands exist', () => {
  const advised = [...projectFiles()]
    .filter(([path]) => !isTestCode(path))
    .flatMap(([path, text]) => advisedIn(text).map((words) => ({ path, words })))
  assert.ok(advised.length > 40, `only ${advised.length} were found`)
  assert.deepEqual(
    advised.filter(({ words }) => !isKnown(words)),
    [],
  )
})

test('unknown commands are found', () => {
  const unknown = (text: string) => advisedIn(text).filter((words) => !isKnown(words))
  assert.deepEqual(unknown('run "npx embarque login" or `npx embarque --version`'), [])
  assert.deepEqual(unknown('run "npx embarque bank rob"'), ['bank rob'])
})
