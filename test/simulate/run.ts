// `npm run simulate`: plays bursts of a seed for a given time, and shrinks a violation to its shortest
// history.
import { parseArgs } from 'node:util'
import { PROJECT_DIR } from '../../server/kernel/process/project.ts'
import { simulate } from './simulate.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '1' },
    processes: { type: 'string', default: '2' },
    /** How many more processes no fault ends. */
    steady: { type: 'string', default: '1' },
    /** The service's own, with one process, instead of one that several share. */
    embedded: { type: 'boolean', default: false },
    steps: { type: 'string', default: '10' },
    /** Only these parts, as a failing run names them: b3.a1,b3.f0. */
    parts: { type: 'string' },
    /** A law that is known to be broken, and passed over. */
    except: { type: 'string', multiple: true, default: [] },
    'shrink-minutes': { type: 'string', default: '4' },
    /** Of another copy of the service. */
    tree: { type: 'string', default: PROJECT_DIR },
  },
})

// A signal ends everything that was started.
const say = (text: string) => void process.stdout.write(`${text}\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
// A wait without an end is a failure.
const LATE_MINUTES = 10
const endsAfter = Number(values.minutes) + Number(values['shrink-minutes']) + LATE_MINUTES
setTimeout(() => {
  say(`BROKEN: no end within ${endsAfter} minutes`)
  process.exit(1)
}, endsAfter * 60_000).unref()
const { DATABASE_URL } = process.env
const isWell = await simulate({
  // Without a seed a random one is chosen and printed.
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
  say,
})
process.exit(isWell ? 0 : 1)
