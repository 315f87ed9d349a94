// Files open with their reason, keep their lines narrow, and carry nothing of the machine they were written on. How
// long a file may be stands with the figures; there is no rule about how short, since a split is no virtue of its own.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Files, isTestCode, projectFile, projectFiles } from './project-files.ts'

const WIDTH_MAX = 120

const files = projectFiles()
const typescript = pick(files, /^(?:contract|server|sdk|panel|test|bench|scripts)\/.*\.tsx?$/)
const source = new Map([...typescript].filter(([path]) => !isTestCode(path)))
// What is generated is not written, and read in an editor that breaks lines.
const written = pick(
  files,
  /^(?:contract|server|sdk(?!\/src\/generated)|panel|test|bench|scripts|bin)\/.*\.(?:tsx?|mjs|sql)$/,
)

test('the files were seen', () => {
  assert.ok(source.size > 60, `only ${source.size}`)
  assert.ok(files.size > typescript.size + 5, `only ${files.size}`)
})

test('lines are narrow', () => {
  assert.deepEqual(tooWide(written), [])
})

test('every file opens with why it exists', () => {
  const described = pick(typescript, /^(?!test\/(?!support\/))(?!.*\.test\.ts$)/)
  assert.ok(described.size > 60)
  assert.deepEqual(withoutReason(described), [])
  assert.deepEqual(withoutReason(pick(files, /\.sql$/)), [])
})

test('migrations are numbered without gaps', () => {
  const names = [...pick(files, /\/migrations\//).keys()].map((path) => path.split('/').at(-1)!).sort()
  assert.ok(names.length > 0)
  for (const [index, name] of names.entries()) {
    assert.match(name, new RegExp(`^${String(index + 1).padStart(4, '0')}-[a-z0-9-]+\\.sql$`))
  }
})

test('the lock file names packages, not where they came from', () => {
  const lock = projectFile('package-lock.json')
  assert.match(lock, /"integrity"/)
  assert.doesNotMatch(lock, /"resolved"/)
})

test('no file names a folder of somebody, or a host of packages', () => {
  assert.deepEqual(machinesIn(files), [])
})

test('the checks bite', () => {
  const made = (text: string) => new Map([['server/x.ts', text]])
  assert.equal(tooWide(made('x'.repeat(WIDTH_MAX))).length, 0)
  assert.equal(tooWide(made(`\n${'x'.repeat(WIDTH_MAX + 1)}`)).length, 1)
  assert.equal(tooWide(made(`// see https://example.com/${'x'.repeat(WIDTH_MAX)}`)).length, 0)
  assert.equal(withoutReason(made('// Says why this file exists.\nx')).length, 0)
  assert.equal(withoutReason(made('/**\n * Says why this file exists. */\nx')).length, 0)
  assert.equal(withoutReason(made('import x')).length, 1)
  assert.equal(withoutReason(made('// x\nimport { something } from a')).length, 1)
  const folders = ['work', 'root', 'home/ana', 'Users/ana'].map((folder) => `/${folder}/embarque`)
  for (const machine of [...folders, `https://${'registry'}.example.org/x`, `http://${'npm'}.local:4873/x`]) {
    assert.equal(machinesIn(made(`const a = '${machine}'`)).length, 1, machine)
  }
  assert.equal(machinesIn(made('registry.metrics() and /api/v1/work/x')).length, 0)
})

function pick(all: Files, paths: RegExp): Files {
  return new Map([...all].filter(([path]) => paths.test(path)))
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n')
}

/** An address cannot be broken, so lines with one may be as wide as it is. */
function tooWide(some: Files): string[] {
  return [...some].flatMap(([path, text]) =>
    linesOf(text).flatMap((line, index) =>
      line.length <= WIDTH_MAX || /https?:\/\//.test(line)
        ? []
        : [`${path}:${index + 1}: ${line.length} wide`],
    ),
  )
}

function withoutReason(some: Files): string[] {
  return [...some].filter(([, text]) => !/^(?:\/\/|\/\*\*|--)[\s*]+\S.{20}/.test(text)).map(([path]) => path)
}

function machinesIn(some: Files): string[] {
  const folder = /(?<![\w.-])\/(?:work|root|home\/\w+|Users\/\w+)\//
  const host =
    /\bregistry\.[\w-]+\.[a-z]{2,}\b|https?:\/\/[^/\s'"]*\b(?:npm|npmjs|registry|artifactory|nexus)\b/i
  return [...some].flatMap(([path, text]) =>
    linesOf(text).flatMap((line, index) =>
      folder.test(line) || host.test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 80)}`] : [],
    ),
  )
}
