// What a setting is, how a table of them is read, and the readers of text that more than one table uses. Each table
// is in the folder that reads its settings.

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
  constructor(problems: string[]) {
    super(`The settings are wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
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

export function hostNames(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim().toLowerCase())
  if (names.some((name) => !/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(name)))
    throw new Error('must be names of hosts such as pix-h.bank.example, pix-sandbox.other.example')
  return names
}
