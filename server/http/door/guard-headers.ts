// Finds what no header can carry before anything is sent. Found by Node.js while it writes, after the answer was
// packed, nobody would catch it, and the process would end.
import { validateHeaderValue } from 'node:http'
import type { App } from './types.ts'

export function guardHeaders(app: Pick<App, 'addHook'>): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    for (const [name, values] of Object.entries(reply.getHeaders())) {
      try {
        for (const value of [values ?? []].flat()) validateHeaderValue(name, String(value))
      } catch (error) {
        // It must not stand on the answer that tells of it.
        reply.removeHeader(name)
        return done(error instanceof Error ? error : new Error(String(error)))
      }
    }
    done(null, payload)
  })
}
