// Bounds the bodies that one team, or one address without a key, may be sending at the same time: an unfinished body is
// our memory.
import type { IncomingMessage } from 'node:http'
import { countedAddress } from '../../kernel/values/counted-address.ts'
import { Fail } from '../../kernel/values/fail.ts'
import type { App } from './types.ts'

const BODIES_MAX = 64

/** After the front door: who is not let in is not listened to. */
export function boundBodies(app: App): void {
  const unfinished = new Map<string, number>()
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { raw, caller } = request
    if (raw.complete || !hasBody(raw)) return done(null, payload)
    const sender = caller?.owner.teamId ?? countedAddress(request.ip)
    const count = unfinished.get(sender) ?? 0
    if (count >= BODIES_MAX)
      return done(new Fail('rate_limit_exceeded', { retryAfterSeconds: 1, advice: ADVICE }))
    unfinished.set(sender, count + 1)
    // Once it has come it is no longer unfinished, however long its request takes.
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      const left = (unfinished.get(sender) ?? 1) - 1
      if (left === 0) unfinished.delete(sender)
      else unfinished.set(sender, left)
    }
    raw.once('end', end).once('close', end)
    done(null, payload)
  })
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

const ADVICE = `finish the ${BODIES_MAX} bodies that are being sent before you begin another`
