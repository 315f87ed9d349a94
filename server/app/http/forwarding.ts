// Detects a reverse proxy that TRUST_PROXY does not name. All clients behind it share its address, so failed
// sign-ins of a stranger would lock the owner out too.
import type { World } from '../../features/world.ts'
import type { HttpConfig } from './settings.ts'
import type { App } from './types.ts'

export const PROXY_ADVICE =
  'If a reverse proxy is in front, set TRUST_PROXY to how many there are; otherwise ignore this: a caller sent the header.'

export function watchForwarding(app: App, { config, forwarding, log }: World<HttpConfig>): void {
  if (config.trustProxy !== 0) return
  app.addHook('onRequest', (request, _reply, done) => {
    const { forwarded, 'x-forwarded-for': forwardedFor } = request.headers
    if (!forwarding.isUntrusted && (forwarded ?? forwardedFor) !== undefined) {
      forwarding.isUntrusted = true
      log.warn(`a request with X-Forwarded-For arrived, and TRUST_PROXY is 0. ${PROXY_ADVICE}`)
    }
    done()
  })
}
