// The mode and the team of this tab. Each request sends them as headers instead of the session, so that tabs can
// differ.
import type { Mode } from '../../contract/teams.ts'

export interface Preferences {
  readonly mode: Mode
  /** Undefined means the user's only team, or the first. */
  readonly team: string | undefined
}

const KEY = 'embarque.wishes'
const listeners = new Set<() => void>()
const tabPreferences = stored('sessionStorage')
const browserPreferences = stored('localStorage')
let preferences: Preferences = { mode: 'test', team: undefined, ...(tabPreferences ?? browserPreferences) }
/** Whether the mode of this tab is decided: by the user, or by the connections. */
let isModeDecided = tabPreferences !== undefined
/** The mode that the user chose in this browser. */
let chosenMode = browserPreferences?.mode

export function currentPreferences(): Preferences {
  return preferences
}

/** Changes this tab, and the default of tabs that are opened later. */
export function setPreferences(change: Partial<Preferences>): void {
  chosenMode = change.mode ?? chosenMode
  isModeDecided ||= change.mode !== undefined
  store({ ...preferences, ...change })
}

/** A tab opens in test mode until a real connection exists, and then in the mode that was chosen last. */
export function decideMode(hasRealConnection: boolean): void {
  if (isModeDecided) return
  isModeDecided = true
  store({ ...preferences, mode: hasRealConnection ? (chosenMode ?? 'live') : 'test' })
}

function store(next: Preferences): void {
  preferences = next
  sessionStorage.setItem(KEY, JSON.stringify(next))
  localStorage.setItem(KEY, JSON.stringify(browserDefaults()))
  for (const listener of listeners) listener()
}

/** The defaults of later tabs. */
function browserDefaults() {
  return { mode: chosenMode, team: preferences.team }
}

/** Keeps the preferences for the next sign-in, which removes the mark again. */
export function markSignedOut(): void {
  localStorage.setItem(KEY, JSON.stringify({ ...browserDefaults(), hasLeft: true }))
}

/** Whether this browser has probably a session: each sign-in stores preferences, and a sign-out marks them. */
export function hasSignedIn(): boolean {
  try {
    const stored = localStorage.getItem(KEY)
    return stored !== null && JSON.parse(stored).hasLeft !== true
  } catch {
    return false
  }
}

export function preferenceHeaders(): Record<string, string> {
  const { mode, team } = preferences
  return { 'embarque-mode': mode, ...(team !== undefined && { 'embarque-team': team }) }
}

export function subscribeToPreferences(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Undefined if nothing is stored, or storage is blocked. */
function stored(kind: 'localStorage' | 'sessionStorage'): Partial<Preferences> | undefined {
  try {
    const text = globalThis[kind].getItem(KEY)
    if (text === null) return undefined
    const { mode, team } = JSON.parse(text)
    return {
      ...((mode === 'live' || mode === 'test') && { mode }),
      ...(typeof team === 'string' && { team }),
    }
  } catch {
    return undefined
  }
}
