// Time and randomness are read in one place each, and amounts never become binary fractions. Biome checks the rest:
// the environment, the console, and tests that sleep or do not run.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTestCode, projectFiles, withoutComments } from './project-files.ts'

interface Rule {
  name: string
  pattern: RegExp
  /** Tests may read the database's time, draw random values and round for display. */
  appliesToTests?: true
  /** Files that may, each with its reason. */
  allowed: Readonly<Record<string, string>>
}

const RULES: readonly Rule[] = [
  {
    name: "the machine's time",
    pattern:
      /\bDate\.now\b|\bnew Date\b(?!\s*\(\s*(?:[^)\s]|$))|(?<![\w.$])(?<!new )Date\s*\(|\bTemporal\.Now\b|\btimeOrigin\b/g,
    appliesToTests: true,
    allowed: {
      'server/kernel/process/clock.ts': 'the clock of the service',
      'server/kernel/process/clock.test.ts': 'compares it with the machine',
      'server/render/pages/script.ts': 'a script of pages, which counts down in browsers',
      'panel/logic/now.ts': 'the clock of the panel',
      'sdk/src/system.ts': 'the clock of the SDK',
      'test/support/endurance/skewed-clock.ts': 'sets the time of a process wrong',
      'test/house/impure-reads.test.ts': 'examples',
    },
  },
  {
    name: "the database's time",
    pattern:
      /(?<![\w.$])now\s*\(\s*\)|\b(?:current_(?:timestamp|date|time)|local(?:time|timestamp)|\w+_timestamp)\b/gi,
    allowed: {
      'server/kernel/process/clock.ts': 'a method of that name',
      'server/kernel/jobs/processes.ts': 'heartbeats: machines differ, their database is one',
      'server/kernel/db/replication.ts': 'how long its own processes wait',
      'server/app/boot/migrate.ts': 'when a migration ran',
      'server/kernel/db/archive/base-backups.ts': 'moments of the write-ahead log',
      'server/app/cli/backup/restore-archive.ts': 'moments of the write-ahead log',
      'server/features/readiness/readiness.ts': "compares the database's clock with ours",
      'sdk/src/webhooks/verify-webhook.ts': 'a refusal is called bad_timestamp',
    },
  },
  {
    name: 'random values',
    pattern:
      /\bMath\.random\b|\brandom(?:Bytes|UUID|Int|Fill)|\bgetRandomValues\b|\bgen_random_|\brandom\s*\(\s*\)/g,
    allowed: {
      'server/kernel/crypto/secret-box.ts': 'secrets',
      'server/kernel/values/ids.ts': 'ids',
      'panel/api/idempotency-key.ts': 'idempotency keys of the panel',
      'server/app/docs/render/samples.ts': 'programs to copy',
      'sdk/src/system.ts': 'idempotency keys and waits of the SDK',
    },
  },
  {
    name: 'binary fractions for amounts',
    pattern: /\bparseFloat\b|\.toFixed\b|\.toPrecision\b/g,
    allowed: {
      'server/app/cli/checks/installation-checks.ts': 'milliseconds and GiB',
      'server/features/readiness/readiness.ts': 'seconds',
      'panel/logic/booking-money.ts': 'the digits of an exchange rate',
    },
  },
]

const files = [...projectFiles('contract', 'server', 'sdk', 'panel', 'test', 'bench', 'scripts')].filter(
  ([path]) => /\.(?:tsx?|sql)$/.test(path),
)

function faults({ pattern, appliesToTests, allowed }: Rule): string[] {
  return files
    .filter(([path]) => !(path in allowed) && (appliesToTests || !isTestCode(path)))
    .flatMap(([path, text]) =>
      withoutComments(text)
        .split('\n')
        .flatMap((line, index) => (line.search(pattern) < 0 ? [] : [`${path}:${index + 1}: ${line.trim()}`])),
    )
}

for (const rule of RULES)
  test(`${rule.name}: only where allowed`, () => {
    assert.ok(files.length > 500, `only ${files.length} files were read`)
    assert.deepEqual(faults(rule), [])
  })

test('the patterns find what they must, and nothing else', () => {
  const found = (text: string) => RULES.some(({ pattern }) => withoutComments(text).search(pattern) >= 0)
  for (const text of [
    'const at = Date.now()',
    'const at = new Date()',
    'const at = new Date',
    'rows(db, `select now()`)',
    'at < CURRENT_TIMESTAMP',
    'Math.random()',
    'crypto.randomUUID()',
    'id uuid default gen_random_uuid()',
    'amount.toFixed(2)',
  ])
    assert.ok(found(text), text)
  for (const text of [
    'const at = new Date(clock.now().getTime() + 5)',
    'const ms = performance.now()',
    'interface Row { at: Date | null }',
    '// never Date.now() here',
    '  -- never now()',
  ])
    assert.ok(!found(text), text)
})
