// `npm run simulate:breaks`: applies one deliberate bug after the other to a copy of the service, and checks
// that the simulation finds it. The working tree is only read.
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { PROJECT_DIR } from '../../server/kernel/process/project.ts'
import { AMOUNT_BREAKS } from './amount-breaks.ts'
import { BREAKS, type Break } from './breaks.ts'
import { PAYMENT_BREAKS } from './payment-breaks.ts'
import { takeAlong } from './taken-along.ts'

const { values } = parseArgs({
  options: {
    /** Of its first two bursts the faults are of many kinds. */
    seed: { type: 'string', default: '31' },
    /** Enough for several bursts where much else runs; what is found ends sooner. */
    minutes: { type: 'string', default: '12' },
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

/** A separate run with a time limit, so that breaks do not affect each other. */
async function told(tree: string): Promise<string> {
  const { seed, minutes, except } = values
  const excepted = except.flatMap((law) => ['--except', law])
  const child = spawn(
    process.execPath,
    [RUN, '--tree', tree, '--seed', seed, '--minutes', minutes, '--shrink-minutes', '0', ...excepted],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const forget = takeAlong(() => child.kill('SIGTERM'))
  const said = await text(child.stdout)
  forget()
  return said
}

const RUN = join(PROJECT_DIR, 'test', 'simulate', 'run.ts')
const SHOWN_MAX = 1_500
const say = (line: string) => void process.stdout.write(`${line}\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const tried = [...BREAKS, ...AMOUNT_BREAKS, ...PAYMENT_BREAKS].filter(({ name }) =>
  new RegExp(values.named).test(name),
)
let found = 0
for (const one of tried) {
  const startMs = performance.now()
  const tree = brokenCopy(one)
  const remove = () => rmSync(tree, { recursive: true, force: true })
  const forget = takeAlong(remove)
  const said = await told(tree)
  remove()
  forget()
  // By a law: a service that does not start is broken in another way than intended.
  const at = said.indexOf('BROKEN in burst')
  if (at !== -1) found++
  const took = Math.round((performance.now() - startMs) / 1_000)
  say(`${at === -1 ? 'NOT FOUND' : 'found'} in ${took} s: ${one.name}`)
  say(said.slice(at === -1 ? -SHOWN_MAX : at).slice(0, SHOWN_MAX))
}
say(`${found} of ${tried.length} were found`)
process.exit(found === tried.length ? 0 : 1)
