// Client view: hides cost, markup and commission while the client sees the screen. The key C toggles it.
import { useEffect, useSyncExternalStore } from 'react'

export const CLIENT_VIEW_KEY = 'C'
const NAME = 'embarque.client-view'
const listeners = new Set<() => void>()

/** Stored in the tab, so that a reload in front of the client does not show the earnings. */
function isOn(): boolean {
  return sessionStorage.getItem(NAME) === 'on'
}

export function toggleClientView(): void {
  sessionStorage.setItem(NAME, isOn() ? 'off' : 'on')
  for (const listener of listeners) listener()
}

export function useClientView(): boolean {
  return useSyncExternalStore(subscribe, isOn)
}

/** Ignored in text fields and with modifier keys. */
export function useClientViewKey(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toUpperCase() !== CLIENT_VIEW_KEY || event.repeat) return
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      toggleClientView()
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
