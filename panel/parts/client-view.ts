// Whether the client looks on: then nothing of cost, markup or commission is in sight. One key turns it: C.
import { useEffect, useSyncExternalStore } from 'react'

export const CLIENT_VIEW_KEY = 'C'
const NAME = 'embarque.client-view'
const listeners = new Set<() => void>()

/** Kept for the tab: a reload in front of the client must not show it again. */
function isOn(): boolean {
  return sessionStorage.getItem(NAME) === 'on'
}

export function turnClientView(): void {
  sessionStorage.setItem(NAME, isOn() ? 'off' : 'on')
  for (const listener of listeners) listener()
}

export function useClientView(): boolean {
  return useSyncExternalStore(subscribe, isOn)
}

/** Not while somebody types, and not with another key held. */
export function useClientViewKey(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toUpperCase() !== CLIENT_VIEW_KEY || event.repeat) return
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      turnClientView()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const isMark = target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type)
  return !isMark && target.closest('input, select, textarea, [contenteditable]') !== null
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
