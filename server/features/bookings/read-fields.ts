// Reads fields of an object from a request. What cannot be used is recorded as a fault that names its field, and a
// blank is returned instead: where there is any fault, nothing that was read is used.
import { parseDate } from '../../kernel/values/dates.ts'

export interface Fault {
  /** As it was sent: passengers.0.born_on. */
  field: string
  issue: string
}

/** The faults found so far. */
export interface Notes {
  readonly faults: Fault[]
  readonly warnings: Fault[]
}

/** One object that is being read, and where it was sent. */
export interface Reading extends Notes {
  readonly fields: Readonly<Record<string, unknown>>
  readonly path: string
}

export function open({ faults, warnings }: Notes, value: unknown, path: string): Reading {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return { faults, warnings, fields: value as Record<string, unknown>, path }
  faults.push({ field: path, issue: 'must be an object' })
  // This fault is enough; those of the missing fields are dropped.
  return { faults: [], warnings: [], fields: {}, path }
}

export function blame({ faults, path }: Reading, name: string, issue: string): void {
  faults.push({ field: `${path}.${name}`, issue })
}

export function warn({ warnings, path }: Reading, name: string, issue: string): void {
  warnings.push({ field: `${path}.${name}`, issue })
}

/** null after a fault. */
export function readText(reading: Reading, name: string): string | null {
  const value = reading.fields[name]
  if (typeof value === 'string') return value
  blame(reading, name, value === undefined ? 'is required' : 'must be a string')
  return null
}

/** The text without the spaces around it; empty after a fault, so the empty text must never be right. */
export function readTrimmed(
  reading: Reading,
  name: string,
  isRight: (trimmed: string) => boolean,
  issue: string,
): string {
  const text = readText(reading, name)?.trim()
  if (text === undefined) return ''
  if (isRight(text)) return text
  blame(reading, name, issue)
  return ''
}

export function readOneOf<const T extends string>(reading: Reading, name: string, values: readonly T[]): T {
  const text = readText(reading, name)
  const found = values.find((value) => value === text)
  if (text !== null && found === undefined) blame(reading, name, `must be one of ${values.join(', ')}`)
  return found ?? values[0]!
}

/** null after a fault. */
export function readDate(reading: Reading, name: string): Temporal.PlainDate | null {
  const text = readText(reading, name)
  if (text === null) return null
  const date = parseDate(text)
  if (date === null) blame(reading, name, 'must be a date that exists, as YYYY-MM-DD')
  return date
}

/** A list that may be left out. */
export function readList<T>(
  reading: Reading,
  name: string,
  lengthMax: number,
  read: (entry: Reading) => T,
): T[] {
  const value = reading.fields[name]
  if (value === undefined) return []
  if (Array.isArray(value) && value.length <= lengthMax)
    return value.map((entry, index) => read(open(reading, entry, `${reading.path}.${name}.${index}`)))
  blame(reading, name, `must be a list of at most ${lengthMax}`)
  return []
}
