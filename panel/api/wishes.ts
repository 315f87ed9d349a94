// The mode and the team of this tab. Each request sends them as headers instead of the session, so that tabs can
// differ.
import type { Mode } from '../../contract/teams.ts'

export interface Wishes {
  readonly mode: Mode
  /** Undefined means the user's only team, or the first. */
  readonly team: string | undefined
}

const NAME = 'embarque.wishes'
const listeners = new Set<() => void>()
const ofTab = stored('sessionStorage')
const ofBrowser = stored('localStorage')
let wishes: Wishes = { mode: 'test', team: undefined, ...(ofTab ?? ofBrowser) }
/** Whether the mode of this tab is decided: by the user, or by the connections. */
let isOpen = ofTab !== undefined
/** The mode that the user chose in this browser. */
let chosenMode = ofBrowser?.mode

export function currentWishes(): Wishes {
  return wishes
}

/** Changes this tab, and the default of tabs that are opened later. */
export function wish(change: Partial<Wishes>): void {
  chosenMode = change.mode ?? chosenMode
  isOpen ||= change.mode !== undefined
  keep({ ...wishes, ...change })
}

/** A tab opens in test mode until a real connection exists, and then in the mode that was chosen last. */
export function openIn(isAnythingReal: boolean): void {
  if (isOpen) return
  isOpen = true
  keep({ ...wishes, mode: isAnythingReal ? (chosenMode ?? 'live') : 'test' })
}

function keep(next: Wishes): void {
  wishes = next
  sessionStorage.setItem(NAME, JSON.stringify(next))
  localStorage.setItem(NAME, JSON.stringify(lasting()))
  for (const listener of listeners) listener()
}

/** The defaults of later tabs. */
function lasting() {
  return { mode: chosenMode, team: wishes.team }
}

/** Keeps the preferences for the next sign-in, which removes the mark again. */
export function leaveByDoor(): void {
  localStorage.setItem(NAME, JSON.stringify({ ...lasting(), hasLeft: true }))
}

/** Whether this browser has probably a session: each sign-in stores preferences, and a sign-out marks them. */
export function hasBeenIn(): boolean {
  try {
    const stored = localStorage.getItem(NAME)
    return stored !== null && JSON.parse(stored).hasLeft !== true
  } catch {
    return false
  }
}

export function headersOfWishes(): Record<string, string> {
  const { mode, team } = wishes
  return { 'embarque-mode': mode, ...(team !== undefined && { 'embarque-team': team }) }
}

export function subscribeToWishes(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Undefined if nothing is stored, or storage is blocked. */
function stored(kind: 'localStorage' | 'sessionStorage'): Partial<Wishes> | undefined {
  try {
    const text = globalThis[kind].getItem(NAME)
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
