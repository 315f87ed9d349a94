// Reads metadata and external references of requests.
import { isDeepStrictEqual } from 'node:util'
import { issueWith } from '../../../contract/phrases/issues.ts'
import {
  METADATA_KEY_CHARACTERS_MAX,
  METADATA_KEYS_MAX,
  METADATA_VALUE_CHARACTERS_MAX,
  type References,
  type ReferencesInput,
} from '../../../contract/references.ts'
import { failField } from './fail.ts'

export const NO_REFERENCES: References = { metadata: {}, external_reference: null }

/** The references after a request: sent keys are set, null and '' remove one, and other keys stay. */
export function readReferences(
  { metadata, external_reference }: ReferencesInput,
  before: References = NO_REFERENCES,
): References {
  return {
    metadata: metadata === undefined ? before.metadata : merged(before.metadata, metadata),
    external_reference:
      external_reference === undefined ? before.external_reference : external_reference || null,
  }
}

function merged(
  before: References['metadata'],
  sent: NonNullable<ReferencesInput['metadata']> | null,
): References['metadata'] {
  if (sent === null) return {}
  for (const key of Object.keys(sent))
    if (key === '' || [...key].length > METADATA_KEY_CHARACTERS_MAX)
      failField(
        'metadata',
        issueWith('must have keys of 1 to {count} characters', { count: METADATA_KEY_CHARACTERS_MAX }),
      )
  const after = Object.entries({ ...before, ...sent }).flatMap(([key, value]): [string, string][] =>
    value === null || value === '' ? [] : [[key, value]],
  )
  if (after.length > METADATA_KEYS_MAX)
    failField('metadata', issueWith('must have at most {count} keys', { count: METADATA_KEYS_MAX }))
  // The order of a JSON column is its own, so that equal metadata is no change.
  const metadata = Object.fromEntries(after)
  return isDeepStrictEqual(metadata, before) ? before : metadata
}

/** The top-level strings of metadata of any form, by which lists are filtered. */
export function stringsOf(metadata: Readonly<Record<string, unknown>>): References['metadata'] {
  const strings = Object.entries(metadata).filter(
    (entry): entry is [string, string] => entry[0] !== '' && isFilterable(entry[1]),
  )
  return Object.fromEntries(strings)
}

function isFilterable(value: unknown): boolean {
  return typeof value === 'string' && value.length <= METADATA_VALUE_CHARACTERS_MAX
}
