// Registers the service worker, which caches the panel's files and recent responses for offline use.
import { PANEL_PATH } from '../../contract/links.ts'
import { clearStoredLists } from '../api/stored-list.ts'

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string }
}

export function startOfflineWorker(): void {
  // Available only under https or on localhost.
  if (!('serviceWorker' in navigator)) return
  const globals: { trustedTypes?: TrustedTypes } = Object(globalThis)
  const url = `${PANEL_PATH}/worker.js`
  const policy = globals.trustedTypes?.createPolicy('panel', { createScriptURL: (given) => given })
  const trusted = policy?.createScriptURL(url) ?? url
  navigator.serviceWorker.register(trusted, { scope: PANEL_PATH }).catch(() => {})
  void navigator.serviceWorker.ready.then(({ active }) => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    active?.postMessage({ loaded })
  })
}

/** Must match the name in worker.js. */
const RESPONSES = 'panel-answers'

/** Clears cached responses on sign-in and sign-out, so that another user cannot read them. */
export async function clearOfflineData(): Promise<void> {
  clearStoredLists()
  // A page that was force-reloaded has no service worker, so the cache is deleted directly.
  if ('caches' in globalThis) await caches.delete(RESPONSES).catch(() => false)
}
