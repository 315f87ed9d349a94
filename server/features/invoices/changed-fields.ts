// Which fields of a document's content a change is about: what repeats what is stored is no change, and what cannot
// change any more is refused by its name.
import type { ErrorDetail } from '../../../contract/common.ts'

type Content = Readonly<Record<string, unknown>>

/** Names of the fields that differ. */
export function changedFields(before: Content, after: Content): string[] {
  return Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}

/** Blames each of them, for the same reason. */
export function blame(fields: readonly string[], why: string): { details: ErrorDetail[] } {
  return { details: fields.map((field) => ({ field, issue: `cannot be changed: ${why}` })) }
}
