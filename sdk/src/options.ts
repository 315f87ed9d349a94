// What a client is made with, and what a single call may say otherwise.

export interface ClientOptions {
  /** `sk_test_...` for the sandbox, `sk_live_...` for real flights and money. Keep it on a server. */
  apiKey: string
  /** Where the service is; http://127.0.0.1:3000 if left out, which is where `npm start` puts it. */
  baseUrl?: string | undefined
  /** How long one attempt may take, its answer included; 30,000 if left out. */
  timeoutMs?: number | undefined
  /** How often a call is sent again at most; 3 if left out, 0 for never. */
  maxRetries?: number | undefined
  /** The longest wait that the service may ask for; what is longer is thrown at once. 60,000 if left out. */
  maxRetryWaitMs?: number | undefined
  /** Instead of the runtime's own. */
  fetch?: typeof fetch | undefined
  hooks?: Hooks | undefined
  /** Sent with every call. */
  headers?: Readonly<Record<string, string>> | undefined
}

export interface CallOptions {
  /** Made for every change if left out, and the same for all attempts of it. */
  idempotencyKey?: string | undefined
  /** The `etag` of an answer: the change is refused with `precondition_failed` if the object was changed since. */
  ifMatch?: string | undefined
  /** Aborts the call, whatever it is doing. */
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  maxRetries?: number | undefined
  headers?: Readonly<Record<string, string>> | undefined
}

/** Of an operation whose answer can wait for what follows from it. */
export interface WaitOptions extends CallOptions {
  /** How long the service may wait, 20 at most: for tickets, of a booking. The time-out is longer by it. */
  waitSeconds?: number | undefined
}

/** Told of what goes over the network; what they throw, the call throws. Keys are in none of it. */
export interface Hooks {
  onRequest?: ((request: RequestNote) => void) | undefined
  onResponse?: ((response: ResponseNote) => void) | undefined
  onRetry?: ((retry: RetryNote) => void) | undefined
}

export interface RequestNote {
  /** The operation, such as `bookings.create`; `raw` for request(). */
  operation: string
  method: string
  url: string
  /** From 1 on. */
  attempt: number
  idempotencyKey: string | undefined
}

export interface ResponseNote extends RequestNote {
  status: number
  requestId: string | undefined
  durationMs: number
}

export interface RetryNote extends RequestNote {
  error: Error
  waitMs: number
}

/** The options with everything that was left out. */
export interface Settings {
  apiKey: string
  baseUrl: string
  timeoutMs: number
  maxRetries: number
  maxRetryWaitMs: number
  fetch: typeof fetch
  hooks: Hooks
  headers: Readonly<Record<string, string>>
}

export function settingsOf(options: ClientOptions): Settings {
  const { apiKey, baseUrl = 'http://127.0.0.1:3000', hooks = {}, headers = {} } = Object(options)
  if (typeof apiKey !== 'string' || !/^[!-~]+$/.test(apiKey)) {
    throw new TypeError(
      'apiKey is missing or has spaces in it: pass createClient({ apiKey: "sk_test_..." }), as it was shown when ' +
        'the key was made',
    )
  }
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) {
    throw new TypeError(`baseUrl must be an address like https://embarque.example, and is ${String(baseUrl)}`)
  }
  return {
    apiKey,
    // Guides write the address with its /api/v1, which every path here begins with itself.
    baseUrl: baseUrl.replace(/\/+(?:api\/v1\/*)?$/, ''),
    timeoutMs: atLeast(0, 'timeoutMs', options.timeoutMs ?? 30_000),
    maxRetries: atLeast(0, 'maxRetries', options.maxRetries ?? 3),
    maxRetryWaitMs: atLeast(0, 'maxRetryWaitMs', options.maxRetryWaitMs ?? 60_000),
    // Some runtimes refuse to call it as a method of something else.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    hooks,
    headers,
  }
}

function atLeast(least: number, name: string, value: number): number {
  if (typeof value === 'number' && value >= least) return value
  throw new TypeError(`${name} must be a number from ${least} on, and is ${String(value)}`)
}
