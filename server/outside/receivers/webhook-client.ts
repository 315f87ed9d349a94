// Posts to addresses that integrators chose, and refuses those inside our own network.
import { reasonOf } from './connection-failure.ts'
import { makePools } from './connection-pools.ts'
import { makeConnect, resolveName } from './guarded-connection.ts'
import { type AddressRules, ForbiddenAddress, type Resolve, UnresolvedName } from './public-address.ts'
import { sendBoundedRequest, unanswered, type WebhookAnswer } from './send-bounded-request.ts'

export type Reach =
  | { ok: true }
  | { ok: false; reason: 'unresolved' | 'forbidden' | 'failed'; detail: string }

export interface WebhookClient {
  /** Never throws, follows no redirects. */
  post(url: string, headers: Record<string, string>, body: string): Promise<WebhookAnswer>
  /** Whether the host can be connected to with TLS; nothing is sent. */
  reach(url: string): Promise<Reach>
  /** Waits for what is on its way, which is no longer than the time limit. */
  close(): Promise<void>
}

export interface WebhookClientOptions extends AddressRules {
  resolve?: Resolve
  /** For a whole exchange, from the look-up of the name to the last byte of the answer. */
  timeoutMs?: number
}

const TIMEOUT_MS = 5_000
const UNFIT = 'only https addresses without credentials are called'
const CLOSED = 'the service is stopping'

export function makeWebhookClient(options: WebhookClientOptions): WebhookClient {
  const { timeoutMs = TIMEOUT_MS, resolve = resolveName, allowedCidrs, loopbackOpen } = options
  const connect = makeConnect({ allowedCidrs, loopbackOpen, timeoutMs, resolve })
  const pools = makePools(connect)
  let isClosed = false

  return {
    async post(url, headers, body) {
      const target = fitUrl(url)
      if (target === null || isClosed) return unanswered(isClosed ? CLOSED : UNFIT, 0)
      const path = target.pathname + target.search
      return sendBoundedRequest(
        pools.poolOf(target.origin),
        { method: 'POST', path, headers, body },
        timeoutMs,
      )
    },
    async reach(url) {
      const target = fitUrl(url)
      if (target === null) return { ok: false, reason: 'forbidden', detail: UNFIT }
      return new Promise((reached) => {
        connect(target, (error, socket) => {
          socket?.destroy()
          reached(
            error === null ? { ok: true } : { ok: false, reason: kindOf(error), detail: reasonOf(error) },
          )
        })
      })
    },
    async close() {
      isClosed = true
      await pools.close()
    },
  }
}

/** The parser also brings every spelling of an IP address (0x7f.1, 2130706433) into its usual form. */
function fitUrl(text: string): URL | null {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url : null
}

function kindOf(error: Error): 'unresolved' | 'forbidden' | 'failed' {
  if (error instanceof UnresolvedName) return 'unresolved'
  return error instanceof ForbiddenAddress ? 'forbidden' : 'failed'
}
