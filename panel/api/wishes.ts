// Which world and which team this tab works in. Headers of every request say it, never the session: tabs may differ.
import type { Mode } from '../../contract/teams.ts'

export interface Wishes {
  readonly mode: Mode
  /** Undefined is the person's only team, or the first. */
  readonly team: string | undefined
}

const NAME = 'embarque.wishes'
const listeners = new Set<() => void>()
const ofTab = stored('sessionStorage')
const ofBrowser = stored('localStorage')
let wishes: Wishes = { mode: 'test', team: undefined, ...(ofTab ?? ofBrowser) }
/** The mode of this tab is settled: it was chosen, or it is known what is connected. */
let isOpen = ofTab !== undefined
/** By hand, in this browser. */
let chosenMode = ofBrowser?.mode

export function currentWishes(): Wishes {
  return wishes
}

/** For this tab, and for tabs that are opened later. */
export function wish(change: Partial<Wishes>): void {
  chosenMode = change.mode ?? chosenMode
  isOpen ||= change.mode !== undefined
  keep({ ...wishes, ...change })
}

/** A tab opens in test mode until something real is connected, and from then on in what was chosen last. */
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

/** What later tabs know. */
function lasting() {
  return { mode: chosenMode, team: wishes.team }
}

/** Of who goes out by themselves: their wishes are kept for the next time, which takes the mark away again. */
export function leaveByDoor(): void {
  localStorage.setItem(NAME, JSON.stringify({ ...lasting(), hasLeft: true }))
}

/** Whether somebody came in with this browser and did not go out by the door: each who does leaves their wishes. */
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

/** Undefined where nothing is stored, or nothing can be. */
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
