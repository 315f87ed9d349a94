// Lets the browser keep the panel's files and what was read last, where it may. Nothing is written without a network.
import { PANEL_PATH } from '../../contract/links.ts'
import { forgetKept } from '../api/kept-list.ts'

interface PolicyMaker {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string }
}

export function startOfflineWorker(): void {
  // Only under https or on this machine itself.
  if (!('serviceWorker' in navigator)) return
  const makers: { trustedTypes?: PolicyMaker } = Object(globalThis)
  const url = `${PANEL_PATH}/worker.js`
  const policy = makers.trustedTypes?.createPolicy('panel', { createScriptURL: (given) => given })
  const trusted = policy?.createScriptURL(url) ?? url
  navigator.serviceWorker.register(trusted, { scope: PANEL_PATH }).catch(() => {})
  void navigator.serviceWorker.ready.then(({ active }) => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    active?.postMessage({ loaded })
  })
}

/** As the worker calls it. */
const ANSWERS = 'panel-answers'

/** When somebody is out, or in, nobody may read on in what another was answered. */
export async function forgetOffline(): Promise<void> {
  forgetKept()
  // Not through the worker: a page that was loaded past it, by a forced reload, could not tell it.
  if ('caches' in globalThis) await caches.delete(ANSWERS).catch(() => false)
}
