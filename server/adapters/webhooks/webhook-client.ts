// Posts to addresses that integrators chose, and refuses those inside our own network.
import { isThisMachine } from '../../kernel/values/receiver-url.ts'
import { reasonOf } from './connection-failure.ts'
import { makePools } from './connection-pools.ts'
import { makeConnect } from './guarded-connection.ts'
import { type AddressRules, ForbiddenAddress, type Resolve, UnresolvedName } from './public-address.ts'
import { sendBoundedRequest, unanswered, type WebhookAnswer } from './send-bounded-request.ts'

export type Reach =
  | { ok: true }
  | { ok: false; reason: 'unresolved' | 'forbidden' | 'failed'; detail: string }

export interface WebhookClient {
  /** For a team, which has its part of all look-ups and connections. Never throws, follows no redirects. */
  post(team: string, url: string, headers: Record<string, string>, body: string): Promise<WebhookAnswer>
  /** Whether receivers on this machine itself may do without TLS. */
  readonly callsPlain: boolean
  /** Whether the host can be connected to, with TLS unless it is plain; nothing is sent. */
  reach(team: string, url: string): Promise<Reach>
  /** Waits for what is on its way, which is no longer than the time limit. */
  close(): Promise<void>
}

export interface WebhookClientOptions extends AddressRules {
  resolve: Resolve
  /** For a whole exchange, from the end of the name's look-up to the last byte of the answer. */
  timeoutMs?: number
}

const TIMEOUT_MS = 5_000
const UNFIT = 'only https addresses without credentials are called'
const CLOSED = 'the service is stopping'

export function makeWebhookClient(options: WebhookClientOptions): WebhookClient {
  const { timeoutMs = TIMEOUT_MS, resolve, allowedCidrs, loopbackOpen } = options
  const connect = makeConnect({ allowedCidrs, loopbackOpen, timeoutMs, resolve, callsPlain: loopbackOpen })
  const pools = makePools(connect)
  let isClosed = false

  const fitUrl = (text: string) => urlToCall(text, loopbackOpen)

  return {
    callsPlain: loopbackOpen,
    async post(team, url, headers, body) {
      const target = fitUrl(url)
      if (target === null || isClosed) return unanswered(isClosed ? CLOSED : UNFIT, 0, isClosed)
      const path = target.pathname + target.search
      const pool = pools.poolOf(target.origin, team)
      const request = { method: 'POST', path, headers, body } as const
      return sendBoundedRequest(pool, request, timeoutMs, (from, to) => pools.lookUpMs(pool, from, to))
    },
    async reach(team, url) {
      const target = fitUrl(url)
      if (target === null) return { ok: false, reason: 'forbidden', detail: UNFIT }
      return new Promise((reached) => {
        const { hostname, port, protocol } = target
        connect({ hostname, port, team, isPlain: protocol === 'http:' }, (error, socket) => {
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
function urlToCall(text: string, callsPlain: boolean): URL | null {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return null
  const isPlain = url.protocol === 'http:' && isThisMachine(url.hostname)
  return url.protocol === 'https:' || (callsPlain && isPlain) ? url : null
}

function kindOf(error: Error): 'unresolved' | 'forbidden' | 'failed' {
  if (error instanceof UnresolvedName) return 'unresolved'
  return error instanceof ForbiddenAddress ? 'forbidden' : 'failed'
}
