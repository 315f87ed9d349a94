// Reads fields of a request's JSON, and collects a fault for each field that is invalid.
import { type FieldIssue, type Issue, issueWith } from '../../../contract/phrases/issues.ts'
import { parseDate } from '../../kernel/values/dates.ts'

/** Faults and warnings found so far. */
export interface Notes {
  readonly faults: FieldIssue[]
  readonly warnings: FieldIssue[]
}

/**
 * One object of the request, and its path. An invalid field adds a fault and reads as blank; if there is any fault, no
 * value is used.
 */
export interface Reading extends Notes {
  readonly fields: Readonly<Record<string, unknown>>
  readonly path: string
}

export function open({ faults, warnings }: Notes, value: unknown, path: string): Reading {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return { faults, warnings, fields: value as Record<string, unknown>, path }
  faults.push({ field: path, issue: 'must be an object' })
  // One fault is enough; faults of its missing fields are dropped.
  return { faults: [], warnings: [], fields: {}, path }
}

export function blame({ faults, path }: Reading, name: string, issue: Issue): void {
  faults.push({ field: `${path}.${name}`, issue })
}

export function warn({ warnings, path }: Reading, name: string, issue: Issue): void {
  warnings.push({ field: `${path}.${name}`, issue })
}

/** Null after a fault. */
export function readText(reading: Reading, name: string): string | null {
  const value = reading.fields[name]
  if (typeof value === 'string') return value
  blame(reading, name, value === undefined ? 'is required' : 'must be a string')
  return null
}

/** The trimmed text; empty after a fault, so `isRight` must reject the empty text. */
export function readTrimmed(
  reading: Reading,
  name: string,
  isRight: (trimmed: string) => boolean,
  issue: Issue,
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
  if (text !== null && found === undefined)
    blame(reading, name, issueWith('must be one of {list}', { list: values.join(', ') }))
  return found ?? values[0]!
}

/** Null after a fault. */
export function readDate(reading: Reading, name: string): Temporal.PlainDate | null {
  const text = readText(reading, name)
  if (text === null) return null
  const date = parseDate(text)
  if (date === null) blame(reading, name, 'must be a date that exists, as YYYY-MM-DD')
  return date
}

/** An optional list. */
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
  blame(reading, name, issueWith('must be a list of at most {count}', { count: lengthMax }))
  return []
}
