// Stores drafts of long forms in the tab, by person, team, mode and form. Drafts end with the tab, on sign-out, or
// after three days.
import type { Mode } from '../../contract/teams.ts'
import { machineTime } from '../kit/now.ts'

const PREFIX = 'embarque.draft'
const KEPT_MS = 3 * 24 * 60 * 60 * 1_000

export interface StoredDraft {
  readonly values: unknown
  /** The values that the form started with. */
  readonly base: unknown
  /** The version of the edited object when the form was opened. */
  readonly etag?: string | undefined
}

export function draftPlace(person: string, team: string, mode: Mode, form: string): string {
  return [PREFIX, person, mode, team, form].join('|')
}

export function readDraft(place: string): StoredDraft | undefined {
  try {
    const { at, ...draft } = JSON.parse(sessionStorage.getItem(place) ?? '{}')
    const isKept = typeof at === 'number' && machineTime().getTime() - at < KEPT_MS
    return isKept && Object(draft.values) === draft.values ? draft : undefined
  } catch {
    return undefined
  }
}

export function writeDraft(place: string, draft: StoredDraft): void {
  try {
    sessionStorage.setItem(place, JSON.stringify({ ...draft, at: machineTime().getTime() }))
  } catch {
    // The tab's storage is full: the form works without a draft.
  }
}

export function dropDraft(place: string): void {
  sessionStorage.removeItem(place)
}

/** Drops the drafts of all persons, or of all except one. */
export function forgetDrafts(person?: string): void {
  for (const place of placesOf())
    if (person === undefined || !place.startsWith(`${PREFIX}|${person}|`)) dropDraft(place)
}

export function hasDrafts(): boolean {
  return placesOf().some((place) => Object(readDraft(place)).base != null)
}

function placesOf(): string[] {
  return Object.keys(sessionStorage).filter((name) => name.startsWith(`${PREFIX}|`))
}
