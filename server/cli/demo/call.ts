// The demo speaks with the service as any integrator does: by HTTP, with a key.
import { randomToken } from '../../base/secrets/secrets.ts'

export interface Answered<T> {
  readonly body: T
  readonly status: number
  readonly tookMs: number
}

export interface Caller {
  readonly url: string
  /** What is not a success is thrown, with the sentence of the service. */
  call<T>(method: string, path: string, body?: object): Promise<Answered<T>>
}

const UP_MS_MAX = 5_000

export function makeCaller(url: string, key: string): Caller {
  return {
    url,
    async call<T>(method: string, path: string, body?: object) {
      const begun = performance.now()
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          // Waits for the tickets, where there are any to wait for.
          prefer: 'wait=20',
          ...(method !== 'GET' && { 'idempotency-key': randomToken(20) }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      const read: T & { message?: string } = JSON.parse(text)
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${read.message}`)
      return { body: read, status: answer.status, tookMs: Math.round(performance.now() - begun) }
    },
  }
}

/** Whether a service answers there, well or not. */
export async function isUp(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/api/v1/health`, { signal: AbortSignal.timeout(UP_MS_MAX) })
    return (await answer.text()).includes('"status"')
  } catch {
    return false
  }
}
