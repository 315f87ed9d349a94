// Fetches for the library of OpenID Connect as everything else is called that somebody names to us: over connections to
// checked addresses, bounded in time and in memory, and without following redirects.
import type { Pools } from '../webhooks/connection-pools.ts'

interface Wanted {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: unknown
  readonly signal?: AbortSignal
}

const ANSWER_BYTES_MAX = 512 * 1024
const FOR_ALL = 'identities'

/** No whole answer came. */
export class ProviderAway extends Error {
  constructor(cause: unknown) {
    super('the provider of identities could not be asked', { cause })
    this.name = 'ProviderAway'
  }
}

export function guardedFetch(pools: Pools): (url: string, wanted: Wanted) => Promise<Response> {
  return async (address, wanted) => {
    try {
      return await exchange(pools, new URL(address), wanted)
    } catch (error) {
      throw new ProviderAway(error)
    }
  }
}

async function exchange(
  pools: Pools,
  { origin, pathname, search }: URL,
  { method, headers, body, signal }: Wanted,
): Promise<Response> {
  const answer = await pools.poolOf(origin, FOR_ALL).request({
    path: `${pathname}${search}`,
    method: method === 'POST' ? 'POST' : 'GET',
    headers,
    body: body === undefined || body === null ? null : String(body),
    ...(signal && { signal }),
  })
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer.body) {
    bytes += chunk.length
    if (bytes > ANSWER_BYTES_MAX) throw new Error('the answer of the provider is too long')
    chunks.push(chunk)
  }
  const type = String(answer.headers['content-type'] ?? '')
  return new Response(Buffer.concat(chunks), {
    status: answer.statusCode,
    headers: { 'content-type': type },
  })
}
