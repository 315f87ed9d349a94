// Reads departureTime: a window of local times for all slices, or a list with one for each.
import { type Faults, isFields } from './faults.ts'

/** Minutes since midnight, both ends included. */
export interface Window {
  readonly fromMinute: number
  readonly toMinute: number
}

/** For each slice. */
export type Windows = readonly (Window | null)[]

const LAST_MINUTE = 1_439

export function readWindows(faults: Faults, value: unknown, slices: unknown): Windows {
  const count = Array.isArray(slices) ? slices.length : 0
  if (value === undefined) return Array.from({ length: count }, () => null)
  if (!Array.isArray(value)) {
    const window = readWindow(faults, 'departureTime', value)
    return Array.from({ length: count }, () => window)
  }
  if (value.length !== count)
    faults.add('departureTime', 'must be one window, or a list with one for each slice')
  return value
    .slice(0, count)
    .map((window, index) => (window === null ? null : readWindow(faults, `departureTime.${index}`, window)))
}

function readWindow(faults: Faults, path: string, value: unknown): Window | null {
  if (!isFields(value)) {
    faults.add(path, 'must be an object such as {"from": "06:00", "to": "12:00"}')
    return null
  }
  const fromMinute = readTime(faults, `${path}.from`, value.from) ?? 0
  const toMinute = readTime(faults, `${path}.to`, value.to) ?? LAST_MINUTE
  if (fromMinute > toMinute) faults.add(`${path}.to`, 'must not be before from')
  return { fromMinute, toMinute }
}

function readTime(faults: Faults, path: string, value: unknown): number | undefined {
  if (value === undefined) return undefined
  const [, hours, minutes] = (typeof value === 'string' && /^([01]\d|2[0-3]):([0-5]\d)$/.exec(value)) || []
  if (hours === undefined) {
    faults.add(path, 'must be a time such as 06:00')
    return undefined
  }
  return Number(hours) * 60 + Number(minutes)
}
