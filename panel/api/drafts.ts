// Stores drafts of long forms in the tab, by person, team, mode and form. Drafts end with the tab, on sign-out, or
// after three days.
import type { Mode } from '../../contract/teams.ts'
import { machineTime } from '../logic/now.ts'

const PREFIX = 'embarque.draft'
const MAX_AGE_MS = 3 * 24 * 60 * 60 * 1_000

export interface StoredDraft {
  readonly values: unknown
  /** The values that the form started with. */
  readonly base: unknown
  /** The version of the edited object when the form was opened. */
  readonly etag?: string | undefined
}

export function draftKey(person: string, team: string, mode: Mode, form: string): string {
  return [PREFIX, person, mode, team, form].join('|')
}

export function readDraft(key: string): StoredDraft | undefined {
  try {
    const { at, ...draft } = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    const isFresh = typeof at === 'number' && machineTime().getTime() - at < MAX_AGE_MS
    return isFresh && Object(draft.values) === draft.values ? draft : undefined
  } catch {
    return undefined
  }
}

export function writeDraft(key: string, draft: StoredDraft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...draft, at: machineTime().getTime() }))
  } catch {
    // The tab's storage is full: the form works without a draft.
  }
}

export function deleteDraft(key: string): void {
  sessionStorage.removeItem(key)
}

/** Drops the drafts of all persons, or of all except one. */
export function clearDrafts(person?: string): void {
  for (const key of draftKeys())
    if (person === undefined || !key.startsWith(`${PREFIX}|${person}|`)) deleteDraft(key)
}

export function hasDrafts(): boolean {
  return draftKeys().some((key) => Object(readDraft(key)).base != null)
}

function draftKeys(): string[] {
  return Object.keys(sessionStorage).filter((name) => name.startsWith(`${PREFIX}|`))
}
