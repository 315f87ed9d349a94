// The options of a client and of a single call.

export interface ClientOptions {
  /** `sk_test_...` for the sandbox, `sk_live_...` for real flights and money. Keep it on a server. */
  apiKey: string
  /** The address of the service; by default http://127.0.0.1:3000, the address of `npm start`. */
  baseUrl?: string | undefined
  /** The time-out of one attempt, its response included; 30,000 by default. */
  timeoutMs?: number | undefined
  /** The maximum number of retries; 3 by default, 0 for never. */
  maxRetries?: number | undefined
  /** The longest wait that the service may ask for; a longer one throws at once. 60,000 by default. */
  maxRetryWaitMs?: number | undefined
  /** Replaces the runtime's own. */
  fetch?: typeof fetch | undefined
  hooks?: Hooks | undefined
  /** Sent with every call. */
  headers?: Readonly<Record<string, string>> | undefined
}

export interface CallOptions {
  /** Created for every change by default, and the same for all its attempts. */
  idempotencyKey?: string | undefined
  /**
   * The `etag` of a response: the change is refused with `precondition_failed` if the object has changed
   * since.
   */
  ifMatch?: string | undefined
  /** Aborts the call at any point. */
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  maxRetries?: number | undefined
  headers?: Readonly<Record<string, string>> | undefined
}

/** For operations that can wait for later results. */
export interface WaitOptions extends CallOptions {
  /** How long the service may wait, at most 20: for the tickets of a booking. It extends the time-out. */
  waitSeconds?: number | undefined
}

/** Called with requests and responses; if a hook throws, the call throws. They never contain keys. */
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

/** The options with defaults. */
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
    // Guides write the address with /api/v1, which every path here contains itself.
    baseUrl: baseUrl.replace(/\/+(?:api\/v1\/*)?$/, ''),
    timeoutMs: atLeast(0, 'timeoutMs', options.timeoutMs ?? 30_000),
    maxRetries: atLeast(0, 'maxRetries', options.maxRetries ?? 3),
    maxRetryWaitMs: atLeast(0, 'maxRetryWaitMs', options.maxRetryWaitMs ?? 60_000),
    // Some runtimes refuse to call it as a method of another object.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    hooks,
    headers,
  }
}

function atLeast(least: number, name: string, value: number): number {
  if (typeof value === 'number' && value >= least) return value
  throw new TypeError(`${name} must be a number from ${least} on, and is ${String(value)}`)
}
