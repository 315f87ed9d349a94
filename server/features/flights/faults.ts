// Collects what is wrong with a request, so that one answer reports all faults of a kind.
import type { ErrorDetail } from '../../../contract/common.ts'

export interface Faults {
  add(field: string, issue: string): void
  readonly count: number
}

const DETAILS_MAX = 20

/** What `look` returns, unless it found faults: then `refuse` is called with the fields at fault. */
export function findFaults<T>(
  look: (faults: Faults) => T,
  refuse: (options: { details: ErrorDetail[] }) => never,
): T {
  const details: ErrorDetail[] = []
  const result = look({
    add: (field, issue) => void details.push({ field, issue }),
    get count() {
      return details.length
    },
  })
  if (details.length > 0) refuse({ details: details.slice(0, DETAILS_MAX) })
  return result
}

export function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value)
}
