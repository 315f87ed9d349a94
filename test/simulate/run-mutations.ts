// `npm run simulate:breaks`: plants one mutation after the other in a copy of the service, and checks that the simulation
// finds it. The working tree is only read.
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { PROJECT_DIR } from '../../server/kernel/process/project.ts'
import { atExit } from './cleanup.ts'
import { MUTATIONS, type Mutation } from './mutations.ts'
import { VIOLATION } from './report.ts'

const { values } = parseArgs({
  options: {
    /** The first two bursts of this one have faults of many kinds. */
    seed: { type: 'string', default: '31' },
    /** Enough for several bursts on a busy machine. A run ends when it finds the mutation. */
    minutes: { type: 'string', default: '12' },
    /** A pattern for the names of mutations; all, if left out. */
    named: { type: 'string', default: '' },
    /** An invariant that is known to be violated, and ignored. */
    except: { type: 'string', multiple: true, default: [] },
  },
})

/** What a process of the service needs. */
const COPIED = [
  ...['server', 'contract', 'docs', 'package.json'],
  'test/simulate/installation/service-process.ts',
]
const RUN = join(PROJECT_DIR, 'test', 'simulate', 'run.ts')
const OUTPUT_SHOWN = 1_500

function mutatedCopy({ file, text, becomes }: Mutation): string {
  const copy = mkdtempSync(join(tmpdir(), 'embarque-mutated-'))
  for (const path of COPIED) cpSync(join(PROJECT_DIR, path), join(copy, path), { recursive: true })
  symlinkSync(join(PROJECT_DIR, 'node_modules'), join(copy, 'node_modules'))
  const before = readFileSync(join(copy, file), 'utf8')
  if (before.split(text).length !== 2) throw new Error(`${file} must have this once: ${text}`)
  writeFileSync(
    join(copy, file),
    before.replace(text, () => becomes),
  )
  return copy
}

/** The output of a run in a process of its own, so that mutations do not affect each other. */
async function runSimulation(tree: string): Promise<string> {
  const { seed, minutes, except } = values
  const excepted = except.flatMap((invariant) => ['--except', invariant])
  const child = spawn(
    process.execPath,
    [RUN, '--tree', tree, '--seed', seed, '--minutes', minutes, '--shrink-minutes', '0', ...excepted],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const withdraw = atExit(() => child.kill('SIGTERM'))
  const output = await text(child.stdout)
  withdraw()
  return output
}

const print = (line: string) => void process.stdout.write(`${line}\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const selected = MUTATIONS.filter(({ name }) => new RegExp(values.named).test(name))
let found = 0
for (const mutation of selected) {
  const startMs = performance.now()
  const tree = mutatedCopy(mutation)
  const remove = () => rmSync(tree, { recursive: true, force: true })
  const withdraw = atExit(remove)
  const output = await runSimulation(tree)
  remove()
  withdraw()
  // A service that does not even start violates no invariant: such a mutation is not found.
  const at = output.indexOf(VIOLATION)
  if (at !== -1) found++
  const seconds = Math.round((performance.now() - startMs) / 1_000)
  print(`${at === -1 ? 'NOT FOUND' : 'found'} in ${seconds} s: ${mutation.name}`)
  print(output.slice(at === -1 ? -OUTPUT_SHOWN : at).slice(0, OUTPUT_SHOWN))
}
print(`${found} of ${selected.length} were found`)
process.exit(found === selected.length ? 0 : 1)
