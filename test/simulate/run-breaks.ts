// `npm run simulate:breaks`: breaks a copy of the service in one way after the other, and sees whether the simulation
// finds it. The working tree is only read.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PROJECT_DIR } from '../../server/base/process/project.ts'
import { BREAKS, type Break } from './breaks.ts'
import { simulate } from './simulate.ts'

const { values } = parseArgs({
  options: {
    /** Of its first two bursts the faults are of many kinds. */
    seed: { type: 'string', default: '31' },
    minutes: { type: 'string', default: '4' },
    /** A pattern for the names of those that are tried; all, if left out. */
    named: { type: 'string', default: '' },
    except: { type: 'string', multiple: true, default: [] },
  },
})

/** What a process of the service needs of the project. */
const COPIED = ['server', 'contract', 'docs', 'package.json', 'test/simulate/service-process.ts']

function brokenCopy({ file, text, becomes }: Break): string {
  const copy = mkdtempSync(join(tmpdir(), 'embarque-broken-'))
  for (const path of COPIED) cpSync(join(PROJECT_DIR, path), join(copy, path), { recursive: true })
  symlinkSync(join(PROJECT_DIR, 'node_modules'), join(copy, 'node_modules'))
  const before = readFileSync(join(copy, file), 'utf8')
  if (before.split(text).length !== 2) throw new Error(`${file} does not have it once: ${text}`)
  writeFileSync(
    join(copy, file),
    before.replace(text, () => becomes),
  )
  return copy
}

const SHOWN_MAX = 1_500
const say = (text: string) => void process.stdout.write(`${text}\n`)
const tried = BREAKS.filter(({ name }) => new RegExp(values.named).test(name))
let found = 0
for (const one of tried) {
  const tree = brokenCopy(one)
  const startMs = performance.now()
  const told: string[] = []
  const isWell = await simulate({
    seed: values.seed,
    minutes: Number(values.minutes),
    processes: 2,
    steady: 1,
    steps: 10,
    parts: null,
    except: values.except,
    shrinkMinutes: 0,
    tree,
    database: 'own',
    say: (text) => void told.push(text),
  }).catch((error: Error) => {
    told.push(`BROKEN at once: ${error.message}`)
    return false
  })
  rmSync(tree, { recursive: true, force: true })
  if (!isWell) found++
  say(
    `${isWell ? 'NOT FOUND' : 'found'} in ${Math.round((performance.now() - startMs) / 1_000)} s: ${one.name}`,
  )
  const at = told.findIndex((text) => text.startsWith('\nBROKEN'))
  say((at === -1 ? told : told.slice(at, at + 1)).join('\n').slice(0, SHOWN_MAX))
}
say(`${found} of ${tried.length} were found`)
process.exit(found === tried.length ? 0 : 1)
