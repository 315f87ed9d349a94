// Collects what is wrong with a request, so that all faults of one kind are told at once.
import type { ErrorDetail } from '../../contract/common.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import { fail } from '../base/fail.ts'

export interface Faults {
  add(field: string, issue: string): void
  readonly count: number
}

const DETAILS_MAX = 20

/** What `look` returns, unless it found a fault: then the failure, with the fields to blame. */
export function findFaults<T>(code: ErrorCode, look: (faults: Faults) => T): T {
  const details: ErrorDetail[] = []
  const result = look({
    add: (field, issue) => void details.push({ field, issue }),
    get count() {
      return details.length
    },
  })
  if (details.length > 0) fail(code, { details: details.slice(0, DETAILS_MAX) })
  return result
}

export function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value)
}
