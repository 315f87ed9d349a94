// Words that may stand in one place only, or nowhere: each rule says what, where, why, and who is excused.
import { type Files, isTestCode } from './project-files.ts'
import { lineAt, withoutComments, withoutSqlComments } from './source-text.ts'

export interface Rule {
  name: string
  words: RegExp
  /** The files the rule is for. */
  where: (path: string) => boolean
  /** Looks at comments too. */
  prose?: boolean
  /** Files, or folders with a slash at the end, that may; and the reason. */
  allowed: Readonly<Record<string, string>>
}

const isCode = (path: string) =>
  /^(?:contract|server|sdk|panel|test|bench|scripts)\/.*\.(?:tsx?|sql)$/.test(path)
const isService = (path: string) => isCode(path) && !isTestCode(path)
const isTest = (path: string) => isCode(path) && isTestCode(path)

/** The words themselves stand in these, as patterns and as examples. */
const HERE = {
  'test/house/forbidden-words.ts': 'the patterns',
  'test/house/forbidden-words.test.ts': 'examples that must be found',
}

export const RULES: readonly Rule[] = [
  {
    name: 'reading the time',
    words:
      /\bDate\.now\b|\bnew Date\b(?!\s*\(\s*[^)\s])|(?<![\w.$])(?<!new )Date\s*\(|\bTemporal\.Now\b|\btimeOrigin\b/g,
    where: isCode,
    allowed: {
      'server/base/process/clock.ts': 'the one place that reads the machine',
      'server/base/process/clock.test.ts': 'holds the real clock against the machine',
      'server/paper/page/page-script.ts': 'a script of pages, which counts down in browsers',
      'test/support/endurance/shift-time.ts': 'puts the time of a process wrong, for tests',
      'panel/kit/now.ts': 'the same place of the panel, which runs in browsers',
      'sdk/src/system.ts': 'the same place of the SDK, which runs with integrators',
      ...HERE,
    },
  },
  {
    name: "reading the database's time",
    words:
      /(?<![\w.$])now\s*\(\s*\)|\b(?:current_(?:timestamp|date|time)|local(?:time|timestamp)|\w+_timestamp)\b/gi,
    where: isService,
    allowed: {
      'server/base/process/clock.ts': "the method that is called now; no SQL, and no other clock's",
      'server/teams/bucket-store.ts': 'limits that processes share: the same',
      'server/outbox/processes.ts': 'heartbeats: machines differ, their database is one',
      'server/base/database/end-long-waits.ts': 'since when its own processes wait',
      'server/base/database/look-at-sessions.ts': 'since when they work on something, or on nothing',
      'server/service/migrate.ts': 'when a migration ran is a note for people',
      'server/service/migrations/0058-end-of-one-table.sql': 'a month of tables must end well after it runs',
      'server/service/migrations/0059-months.sql':
        'the first months; later ones are by the clock of the service',
      'server/base/database/archive/make-base-backup.ts': 'moments of the log, which is by that clock',
      'server/cli/restore-moment.ts': 'the same',
      'server/readiness/database-clock.ts': "holds the database's clock against ours",
      'sdk/src/webhooks/verify-webhook.ts': 'a reason to refuse is called bad_timestamp; no SQL',
    },
  },
  {
    name: 'reading the environment',
    words:
      /\bprocess\s*(?:\?\.|\.)\s*env\b|\bprocess\s*\[|\bloadEnvFile\b|\benv\b[^;]*\bfrom 'node:process'/g,
    where: isService,
    allowed: {
      'server/base/process/environment.ts': 'the one place that does',
      'server/paper/docs/request-samples.ts': 'in programs to copy',
      'server/paper/docs/sdk-sample.ts': 'in programs to copy',
    },
  },
  {
    name: 'random numbers',
    words:
      /\bMath\.random\b|\brandom(?:Bytes|UUID|Int|Fill)|\bgetRandomValues\b|\bgen_random_|\brandom\s*\(\s*\)/g,
    where: isService,
    allowed: {
      'server/base/secrets/secrets.ts': 'what must not be guessed',
      'server/base/values/ids.ts': 'ids, from a pool for speed',
      'panel/api/idempotency-key.ts': 'keys that nobody else has, in a browser',
      'server/paper/docs/request-samples.ts': 'in programs to copy',
      'sdk/src/system.ts': 'idempotency keys, waits, and ids of made-up events',
    },
  },
  {
    name: 'a bank by its name',
    words: /pix-?bacen/gi,
    where: isService,
    allowed: {
      'contract/banks/pix.ts': 'its own file',
      'panel/kit/bank-forms.ts': 'what each bank is asked for in the panel',
      'sdk/src/generated/': 'made from the contract, which has it in its own file',
      'server/outside/banks/pix/': 'its own folder',
      'server/service/migrations/': 'what was stored is named as it was',
    },
  },
  {
    name: 'binary fractions for amounts',
    words: /\bparseFloat\b|\.toFixed\b|\.toPrecision\b/g,
    where: isService,
    allowed: {
      'server/cli/checks/installation-checks.ts': 'milliseconds and GiB for people; no amounts',
      'server/readiness/database-clock.ts': 'seconds for people; no amounts',
    },
  },
  {
    name: 'the console',
    words: /(?<![\w.$])console\s*(?:\?\.|\.)/g,
    where: isCode,
    allowed: {
      'server/base/database/embedded-postgres/test-support.ts':
        'a small program in a string, read by its output',
      'server/paper/docs/request-samples.ts': 'programs to copy, which print what came',
      'server/paper/docs/sdk-sample.ts': 'programs to copy, which print what came',
      'server/paper/docs/request-samples.test.ts': 'the same, as they must be written',
      'test/kit/sdk.kit.ts': 'small programs in strings, read by their output',
      'bench/': 'prints its figures',
      ...HERE,
    },
  },
  { name: 'enums', words: /(?<![\w.$])enum\s+[A-Za-z_$][\w$]*\s*\{/g, where: isCode, allowed: HERE },
  {
    name: 'barrels',
    words: /\bexport\s*(?:type\s*)?(?:\*|\{[^}]*\}\s*from\b)/g,
    where: isCode,
    allowed: {
      'test/house/floors.test.ts': 'an example that must be found',
      'sdk/src/index.ts': 'what a package offers has one place',
      ...HERE,
    },
  },
  {
    name: 'unfinished work',
    words: /\b(?:TODO|FIXME|XXX|HACK)\b/g,
    // Bytes of pictures spell anything.
    where: (path) => !/(?:^|\/)package-lock\.json$|\.webp$/.test(path),
    prose: true,
    allowed: HERE,
  },
  {
    name: 'tests that do not run',
    words: /\.(?:skip|only|todo)\s*\(|\b(?:only|todo):|\bskip:\s*(?:true|['"])/g,
    where: isTest,
    allowed: HERE,
  },
  {
    name: 'tests that sleep',
    words: /\bset(?:Timeout|Interval|Immediate)\b|\btimers\/promises\b|\bAtomics\.wait\b/g,
    where: isTest,
    allowed: {
      'test/support/eventually.ts': 'waits for a condition, with a limit',
      'test/support/stand-still.ts': 'plays a process that is too busy to hear anything',
      'test/support/fakes/receiver.ts': 'plays receivers that take their time',
      'server/base/database/embedded-postgres/test-support.ts': 'the same, for processes',
      'test/endurance/': 'lets real seconds pass, which is why it is no part of the suite',
      'bench/': 'measures time, and has to let it pass',
      'test/simulate/': 'plays people who take their time, and faults that come and last',
      ...HERE,
    },
  },
]

/** One sentence for each forbidden word. */
export function faultsOf(files: Files, rules = RULES): string[] {
  if (files.size === 0) return ['no files were seen']
  return rules.flatMap((rule) =>
    [...files.keys()]
      .filter((path) => rule.where(path) && !isAllowed(rule, path))
      .flatMap((path) => placesOf(rule, path, files.get(path)!)),
  )
}

/** Where a rule's words stand in a text, whether they may or not. */
export function placesOf({ name, words, prose }: Rule, path: string, text: string): string[] {
  const view = prose ? text : path.endsWith('.sql') ? withoutSqlComments(text) : withoutComments(text)
  return [...view.matchAll(words)].map(({ 0: word, index }) => {
    return `${path}:${lineAt(view, index)}: ${name} (${word.trim()})`
  })
}

function isAllowed({ allowed }: Rule, path: string): boolean {
  return Object.keys(allowed).some(
    (place) => path === place || (place.endsWith('/') && path.startsWith(place)),
  )
}
