// Nothing lies about that nobody needs: no file, no export, on the real files and on made-up ones.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { projectFiles } from './project-files.ts'
import { type Excuses, unusedIn } from './unused.ts'

/** Who begins by itself, and what is shown to tests alone; and why. */
const EXCUSES: Excuses = {
  'bin/embarque.mjs': 'the command itself',
  'sdk/src/index.ts': 'the package that integrators install',
  'sdk/src/adapters/express.ts': 'a part of that package, by its own name',
  'sdk/src/adapters/fastify.ts': 'a part of that package, by its own name',
  'sdk/src/adapters/hono.ts': 'a part of that package, by its own name',
  'sdk/src/adapters/fetch.ts receiveWebhooks': 'a part of that package, by the name of Next.js',
  'contract/error-families.ts': 'the SDK is generated from it',
  'sdk/verify-statement.mjs': 'for outsiders, who run it',
  'test/support/global-setup.ts': 'named on the command line of the test runner',
  'test/support/run/lane-1.ts': 'named on the command line of the test runner',
  'test/support/run/lane-2.ts': 'named on the command line of the test runner',
  'test/support/run/lane-3.ts': 'named on the command line of the test runner',
  'test/support/run/lane-4.ts': 'named on the command line of the test runner',
  'test/support/run/seconds-reporter.ts': 'named on the command line of the test runner',
  'test/support/endurance/shift-time.ts': 'given to processes by --import',
  'test/support/crash/crashable-service.ts': 'started as a process of its own, to be killed',
  'test/simulate/run.ts': 'named by npm run simulate',
  'test/simulate/run-breaks.ts': 'named by npm run simulate:breaks',
  'test/simulate/service-process.ts': 'started as a process of its own, to be killed',

  'panel/main/begin.ts': 'named in the page of the panel',
  'panel/modules.d.ts': 'tells the compiler of modules that the build makes',
  'panel/build/print-panel.ts': 'started as a process of its own, by its name',
  'panel/build/contract-plugin.ts routeTable': 'held against the table of operations',
  'panel/build/contract-plugin.ts plainSchema': 'its values are held against those of TypeBox',
  'server/http/panel/make-panel.ts BUILT_DIR': 'where npm run build puts it',
  'server/service/thread.ts': 'started as a thread, by its name',
  'server/service/one-of-several.ts': 'started as a process of its own, by its name',
  'server/base/values/ids.ts restartIds': 'tests are one installation after the other in one process',
  'server/base/process/clock.ts fixedClock': 'the clock of tests, under the same interface as the real one',
  'contract/booking-input.ts PassengerInput':
    'tests write passengers by it; the body as a whole is checked by hand',
  'contract/deliveries.ts DELIVERY_STATUSES': 'a test holds the guide against it',

  // The parts of a rule that have laws of their own, checked one by one.
  'server/base/values/id-sequence.ts ID_TIME_MAX_MS': 'the edge of what an id can hold',
  'server/base/values/money.ts AMOUNT_CENTS_MAX': 'the edge of what is an amount',
  'server/outside/receivers/public-address.ts isAllowedAddress': 'a table of addresses, without a resolver',
  'server/outside/suppliers/simulated/zone-time.ts offsetAt': 'held against the time zones of the machine',
  'server/rules/billing-dates.ts dueDateNumber': 'the dates as a sequence, with its laws',
  'server/flights/reference/airport-source.ts plainName': 'one name at a time',
  'server/http/door/answers.ts answersOf': 'every answer of the suite is held against what is promised',

  // Tables that tests go through line by line.
  'server/flights/reference/aircraft.ts AIRCRAFT': 'each line is well formed',
  'server/flights/reference/airport-sizes.ts sizedCodes': 'each line is an airport that there is',
  'server/outside/suppliers/simulated/reserved.ts RESERVED_ROUTES': 'each line stands in docs/sandbox.md',
  'server/outside/banks/banks.ts BANKS': 'each bank of the contract has one entry, that serves somebody',
  'server/rules/retry-schedule.ts RETRY_WAITS_MS': 'each line stands in docs/webhooks.md',
}

const folders = ['contract', 'server', 'sdk', 'panel', 'bin', 'test', 'bench', 'scripts']
/** Takes whole files for the names of their shapes: of those a test sees that each is in the OpenAPI document. */
const NAMING = 'contract/shapes.ts'
const files = new Map(
  [...projectFiles(...folders)].filter(([path]) => /\.(?:tsx?|mjs)$/.test(path) && path !== NAMING),
)

/** A shape that is exported to have a name. */
function isNamedOnly(fault: string): boolean {
  const [, path = '', name] = /^(contract\/[\w-]+\.ts):\d+: .* ([A-Z][a-z]\w*)$/.exec(fault) ?? []
  return files.get(path)?.includes(`export const ${name} = `) === true
}

test('nobody exports what nobody needs', () => {
  assert.ok(files.size > 400, `only ${files.size} files`)
  assert.deepEqual(
    unusedIn(files, EXCUSES).filter((fault) => !isNamedOnly(fault)),
    [],
  )
})

test('whoever is excused needs it', () => {
  const faults = unusedIn(files, {})
  for (const excuse of Object.keys(EXCUSES)) {
    const [path, name] = excuse.split(' ')
    const found = faults.some(
      (fault) => fault.startsWith(`${path}:`) && (name === undefined || fault.endsWith(` ${name}`)),
    )
    assert.ok(found, `${excuse} needs no excuse`)
  }
})

const unused = (made: Record<string, string>, excuses: Excuses = {}) =>
  unusedIn(new Map(Object.entries({ 'server/main.ts': '', ...made })), {
    'server/main.ts': 'begins',
    ...excuses,
  })

test('what nobody imports is found, and what only tests import', () => {
  assert.deepEqual(unused({ 'server/a.ts': '' }), ['server/a.ts: nobody imports it'])
  assert.deepEqual(unused({ 'server/a.ts': '', 'server/a.test.ts': "import './a.ts'" }), [
    'server/a.ts: only tests import it',
  ])
  assert.deepEqual(unused({ 'server/a.ts': '' }, { 'server/a.ts': 'begins' }), [])
  const a = 'export const a = 1\nexport const b = a\nexport async function c() {}'
  const main = "import { a } from './a.ts'"
  const found = unused({
    'server/main.ts': main,
    'server/a.ts': a,
    'test/a.test.ts': "import { b } from '../server/a.ts'",
  })
  assert.deepEqual(found, ['server/a.ts:2: only tests import b', 'server/a.ts:3: nobody imports c'])
  assert.deepEqual(unused({ 'test/support/a.ts': '' }), ['test/support/a.ts: nobody imports it'])
})

test('every way to import is seen', () => {
  for (const main of [
    "import { a } from './a.ts'",
    "import {\n  type B,\n  a as c,\n} from './a.ts'",
    "import * as all from './a.ts'",
    "(await import('./a.ts')).a()",
    "const { a } = await import('./a.ts')",
    "const all = await import('./a.ts')",
  ]) {
    assert.deepEqual(unused({ 'server/main.ts': main, 'server/a.ts': 'export const a = 1' }), [], main)
  }
  for (const main of ["import { b } from './a.ts'", "import './a.ts'", "(await import('./a.ts')).b()"]) {
    assert.equal(unused({ 'server/main.ts': main, 'server/a.ts': 'export const a = 1' }).length, 1, main)
  }
})

test('a type that belongs to a function beside it needs no importer; one that belongs to nothing does', () => {
  const main = "import { f } from './a.ts'"
  const a = 'export interface A {}\nexport function f(a: A) {}'
  assert.deepEqual(unused({ 'server/main.ts': main, 'server/a.ts': a }), [])
  const lonely = 'export type A = 1 // A\nexport function f() {}'
  assert.deepEqual(unused({ 'server/main.ts': main, 'server/a.ts': lonely }), [
    'server/a.ts:1: nobody imports A',
  ])
})
