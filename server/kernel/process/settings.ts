// Declares and reads settings. Each table is in the folder that reads its settings.

export type Parse<T> = (text: string) => T

export interface Setting<T> {
  readonly name: string
  readonly fallback: string | null
  readonly parse: Parse<T>
  readonly meaning: string
}

/** The values of a table of settings. */
export type ValuesOf<Table> = {
  readonly [Key in keyof Table]: Table[Key] extends Setting<infer Value> ? Value : never
}

export type Environment = Readonly<Record<string, string | undefined>>

export const setting = <T>(name: string, fallback: string, parse: Parse<T>, meaning: string): Setting<T> => ({
  name,
  fallback,
  parse,
  meaning,
})
export const optional = <T>(name: string, parse: Parse<T>, meaning: string): Setting<T | null> => ({
  name,
  fallback: null,
  parse,
  meaning,
})

export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: string[]) {
    super(`The settings are wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Reads all settings of a table at once, so that one start reports every wrong one. */
export function readSettings<Table extends Readonly<Record<string, Setting<unknown>>>>(
  table: Table,
  environment: Environment,
): ValuesOf<Table> {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  for (const [key, { name, fallback, parse }] of Object.entries(table)) {
    const text = environment[name]?.trim() || fallback
    try {
      values[key] = text === null ? null : parse(text)
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}`)
    }
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return values as ValuesOf<Table>
}

/** A warning for each name that is set and looks like a mistyped setting, and each unknown one of `.env`. */
export function mistypedSettings(
  table: Readonly<Record<string, Setting<unknown>>>,
  environment: Environment,
  namesInFile: readonly string[] = [],
): string[] {
  const known = Object.values(table).map(({ name }) => name)
  const names = new Set([...Object.keys(environment), ...namesInFile])
  return [...names].flatMap((name) => {
    if (known.includes(name)) return []
    const meant = known.find((other) => edits(name, other) <= EDITS_MAX)
    const isInFile = namesInFile.includes(name) && !OF_COMMANDS.includes(name)
    if (meant !== undefined && (isInFile || name.length >= SHORTEST_MISTYPED))
      return [`${name} is not a setting and has no effect: did you mean ${meant}?`]
    return isInFile ? [`${name} in the file .env is not a setting of the service`] : []
  })
}

/** Read by commands and tools, and by Node.js itself. */
const OF_COMMANDS = ['EMBARQUE_URL', 'EMBARQUE_API_KEY', 'TZ', 'LANG', 'LC_ALL', 'NO_COLOR']

/** Shorter names are too like those of the operating system, such as HOST and HOME. */
const SHORTEST_MISTYPED = 6
const EDITS_MAX = 2

/** How many letters must be added, removed or replaced to make one text the other (Levenshtein). */
function edits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [column, wanted] of [...other].entries())
      next.push(Math.min(row[column + 1]! + 1, next[column]! + 1, row[column]! + (letter === wanted ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}

export function anyText(text: string): string {
  return text
}

export function wholeNumber(least: number, most: number): Parse<number> {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= least && value <= most)) throw new Error(`must be a whole number from ${least} to ${most}`)
    return value
  }
}

export function oneOf<const T extends string>(...names: T[]): Parse<T> {
  return (text) => {
    const found = names.find((name) => name === text)
    if (found === undefined) throw new Error(`must be one of ${names.join(', ')}`)
    return found
  }
}

export function httpUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new Error('must be an address such as https://api.example.com')
  }
  return url.href.replace(/\/$/, '')
}

function hostNames(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim().toLowerCase())
  if (names.some((name) => !/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(name)))
    throw new Error('must be names of hosts such as pix-h.bank.example, pix-sandbox.other.example')
  return names
}

// Settings of the process itself: logs, metrics, and whether it is production.

export const PROCESS_SETTINGS = {
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'Least level that is logged',
  ),
  metricsPort: optional(
    'METRICS_PORT',
    wholeNumber(0, 65535),
    'Serves Prometheus metrics at `/metrics` on this port of `HOST`',
  ),
  processes: optional(
    'PROCESSES',
    wholeNumber(1, 64),
    'Processes for requests, from 2 on with one more for jobs; unless set, in production one for each core and gigabyte of memory, at most 4',
  ),
  environment: setting(
    'NODE_ENV',
    'development',
    oneOf('production', 'development', 'test'),
    '`production` for real customers and real money; elsewhere `development` or `test`',
  ),
  clockOffsetMaxSeconds: setting(
    'CLOCK_OFFSET_MAX_SECONDS',
    '5',
    wholeNumber(1, 31_536_000),
    "How far the machine's clock may be from the database's; a start beyond that is refused",
  ),
  sandboxHosts: optional(
    'SANDBOX_HOSTS',
    hostNames,
    'Hosts of banks and carriers that are sandboxes: outside production only these and loopback are called',
  ),
} as const

export type ProcessConfig = ValuesOf<typeof PROCESS_SETTINGS>

// Retention and storage settings. Hourly maintenance deletes older rows.

const TEN_YEARS = 3_660

export const RETENTION_SETTINGS = {
  keepEventsDays: setting(
    'KEEP_EVENTS_DAYS',
    '730',
    wholeNumber(30, TEN_YEARS),
    'Events; never shorter than their deliveries',
  ),
  keepDeliveriesDays: setting(
    'KEEP_DELIVERIES_DAYS',
    '30',
    wholeNumber(1, TEN_YEARS),
    'Ended deliveries of events, with what receivers answered',
  ),
  keepMailsDays: setting(
    'KEEP_MAILS_DAYS',
    '90',
    wholeNumber(1, TEN_YEARS),
    'Mails and messages that are done with',
  ),
  keepSearchesHours: setting(
    'KEEP_SEARCHES_HOURS',
    '24',
    wholeNumber(24, 720),
    'That there was a search; its offers go within hours',
  ),
  storedMbPerDay: setting(
    'STORED_MB_PER_DAY',
    '1024',
    wholeNumber(0, 10_000_000),
    'What a team may have stored in each mode, events included; 0 is no limit',
  ),
} as const

export type RetentionConfig = ValuesOf<typeof RETENTION_SETTINGS>
