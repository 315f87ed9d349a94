// Which world and which team this tab works in. Headers of every request say it, never the session: tabs may differ.
import type { Mode } from '../../contract/teams.ts'

export interface Wishes {
  readonly mode: Mode
  /** Undefined is the person's only team, or the first. */
  readonly team: string | undefined
}

const NAME = 'embarque.wishes'
const listeners = new Set<() => void>()
let wishes = read()

export function currentWishes(): Wishes {
  return wishes
}

/** For this tab, and for tabs that are opened later. */
export function wish(change: Partial<Wishes>): void {
  wishes = { ...wishes, ...change }
  const text = JSON.stringify(wishes)
  sessionStorage.setItem(NAME, text)
  localStorage.setItem(NAME, text)
  for (const listener of listeners) listener()
}

/** Of who goes out by themselves: their wishes are kept for the next time, which takes the mark away again. */
export function leaveByDoor(): void {
  localStorage.setItem(NAME, JSON.stringify({ ...wishes, hasLeft: true }))
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

function read(): Wishes {
  try {
    const { mode, team } = JSON.parse(sessionStorage.getItem(NAME) ?? localStorage.getItem(NAME) ?? '{}')
    return { mode: mode === 'test' ? 'test' : 'live', team: typeof team === 'string' ? team : undefined }
  } catch {
    return { mode: 'live', team: undefined }
  }
}
