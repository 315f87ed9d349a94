// Every command that a message, a page or a document advises is one that there is, spelled as a newcomer can type it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMMANDS } from '../../server/cli/commands.ts'
import { isTestCode, projectFiles } from './project-files.ts'

const FILES = [...projectFiles()].filter(([path]) => !isTestCode(path))
const NAMES = COMMANDS.map(({ name }) => name)
const FIRST_WORDS = [...new Set(NAMES.map((name) => name.split(' ')[0]))].join('|')

/** Two say once that it is the same; a program that starts tools has no folder to be in. */
const OTHERWISE = new Set(['docs/command-line.md', 'docs/developing.md', 'docs/mcp.md'])

/** What is told to be typed, with the two words after it; `COMMAND` and the like stand for any. */
const ADVISED = /\bnpx embarque (?!COMMAND\b|"\$@"|\$argv)([\w-]+(?: [a-z]+)?)/g

/** The same without what makes it a command that works, or in another spelling. */
const MISSPELLED = [
  /\bnpm run(?: -s| --silent)? embarque\b/g,
  new RegExp(`["\`]embarque (?:${FIRST_WORDS})\\b`, 'g'),
]

const isKnown = (words: string) =>
  NAMES.some((name) => words === name || words.startsWith(`${name} `)) ||
  /^(?:--)?(?:help|version)\b/.test(words)

function faultsIn(path: string, text: string): string[] {
  const unknown = [...text.matchAll(ADVISED)]
    .map(([, words = '']) => words)
    .filter((words) => !isKnown(words))
  const misspelled = MISSPELLED.flatMap((form) => text.match(form) ?? [])
  return [...unknown, ...(OTHERWISE.has(path) ? [] : misspelled)].map((words) => `${path}: ${words}`)
}

test('commands are named as they are typed, and each is there', () => {
  assert.deepEqual(
    FILES.flatMap(([path, text]) => faultsIn(path, text)),
    [],
  )
  const advised = FILES.flatMap(([, text]) => text.match(ADVISED) ?? [])
  assert.ok(advised.length > 40, `too few were seen: ${advised.length}`)
})

for (const [text, faults] of [
  ['run "npx embarque login".', 0],
  ['with "npx embarque bank connect --bank B"', 0],
  ['`npx embarque --version`', 0],
  ['the `embarque` command', 0],
  ['run "npx embarque fly"', 1],
  ['run "npx embarque bank rob"', 1],
  ['run "npm run embarque -- doctor"', 1],
  ['`npm run --silent embarque -- mails bounce`', 1],
  ['with "embarque team set --tax-id"', 1],
  ['`embarque people reset EMAIL`', 1],
] as const) {
  test(`${text} has ${faults} faults`, () => assert.equal(faultsIn('docs/x.md', text).length, faults))
}
