// `npm run simulate`: plays bursts of a seed for a given time, and shrinks a violation to its shortest history.
import { parseArgs } from 'node:util'
import { PROJECT_DIR } from '../../server/kernel/process/project.ts'
import { simulate } from './simulate.ts'

const { values } = parseArgs({
  options: {
    /** Drawn and printed, if left out. */
    seed: { type: 'string' },
    minutes: { type: 'string', default: '1' },
    processes: { type: 'string', default: '2' },
    /** How many more processes no fault ends. */
    steady: { type: 'string', default: '1' },
    /** One process with its own embedded PostgreSQL. */
    embedded: { type: 'boolean', default: false },
    /** Of each actor in a burst. */
    steps: { type: 'string', default: '10' },
    /** Only these parts, as a failed run names them: b3.a1,b3.f0. */
    parts: { type: 'string' },
    /** An invariant that is known to be violated, and ignored. */
    except: { type: 'string', multiple: true, default: [] },
    'shrink-minutes': { type: 'string', default: '4' },
    /** The folder of another copy of the project. */
    tree: { type: 'string', default: PROJECT_DIR },
  },
})

const print = (text: string) => void process.stdout.write(`${text}\n`)
// An exit runs all cleanups; a signal alone would not.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const OVERTIME_MINUTES = 10
const endsAfter = Number(values.minutes) + Number(values['shrink-minutes']) + OVERTIME_MINUTES
setTimeout(() => {
  print(`VIOLATION: the run did not end within ${endsAfter} minutes`)
  process.exit(1)
}, endsAfter * 60_000).unref()
const { DATABASE_URL } = process.env
const held = await simulate({
  seed: values.seed ?? String(Math.floor(Math.random() * 1_000_000)),
  minutes: Number(values.minutes),
  processes: values.embedded ? 1 : Number(values.processes),
  steady: values.embedded ? 0 : Number(values.steady),
  database: values.embedded ? 'embedded' : DATABASE_URL === undefined ? 'own' : { url: DATABASE_URL },
  steps: Number(values.steps),
  parts: values.parts === undefined ? null : values.parts.split(','),
  except: values.except,
  shrinkMinutes: Number(values['shrink-minutes']),
  tree: values.tree,
  print,
})
process.exit(held ? 0 : 1)
