// The demo speaks with the service as the commands for integrators do, and waits for what comes later.
import { randomToken } from '../../../kernel/crypto/secrets.ts'
import { type Answered, makeService } from '../remote/call-service.ts'
import type { Login } from '../remote/login-file.ts'

export interface Caller {
  readonly url: string
  /** What is not a success is thrown, with the sentence of the service. */
  call<T>(method: string, path: string, body?: object): Promise<Answered<T>>
}

const UP_MS_MAX = 5_000

export function makeCaller(login: Login): Caller {
  const { url, ask } = makeService(login)
  // Waits for the tickets, where there are any to wait for.
  const prefer = { prefer: 'wait=20' }
  const once = () => ({ ...prefer, 'idempotency-key': randomToken(20) })
  return { url, call: (method, path, body) => ask(method, path, body, method === 'GET' ? prefer : once()) }
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
