// The one way to the API: operations by their names, with what the contract says they are asked and answer.
import { ROUTES } from 'contract:routes'
import { ApiError } from './api-error.ts'
import type { Answer, AnyAsked, Asked, OperationId } from './operations.ts'
import { API_PATH } from './route.ts'
import { headersOfWishes } from './wishes.ts'

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Made before the first try, and kept for every further one. */
  readonly key?: string | undefined
}

export async function call<Id extends OperationId>(
  id: Id,
  asked: Asked<Id>,
  options: CallOptions = {},
): Promise<Answer<Id>> {
  const response = await send(id, asked, options)
  return shaped(ROUTES[id]?.[3], await bodyOf(response))
}

/** The answer as it came, for files; what is refused is an ApiError here too. */
export async function send(id: OperationId, asked: AnyAsked, options: CallOptions = {}): Promise<Response> {
  const [method = 'GET', , takesKey, , mode] = ROUTES[id] ?? []
  const { signal, key } = options
  const { body, file } = asked
  const type = file?.type ?? (body === undefined ? undefined : 'application/json')
  const headers = {
    ...headersOfWishes(),
    ...(mode !== undefined && { 'embarque-mode': mode }),
    ...(type !== undefined && { 'content-type': type }),
    ...(key !== undefined && takesKey === 1 && { 'idempotency-key': key }),
  }
  const sent = file ?? (body === undefined ? null : JSON.stringify(body))
  const wish = { method, headers, credentials: 'same-origin', signal: signal ?? null, body: sent } as const
  const response = await fetch(addressOf(id, asked), wish).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ApiError(0, { message: String(error) })
  })
  if (response.ok) return response
  throw new ApiError(response.status, await bodyOf(response), response.headers.get('retry-after'))
}

function addressOf(id: OperationId, { params, query }: AnyAsked): string {
  const [, path] = ROUTES[id] ?? []
  if (path === undefined) throw new Error(`there is no operation ${id}`)
  const named = new Map(Object.entries(params ?? {}))
  const address =
    API_PATH + path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(String(named.get(name))))
  const wishes = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(wishes.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? address : `${address}?${text}`
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}

/** Out of its envelope. The declaration vouches for the rest. */
function shaped(kind: string | undefined, body: unknown): never {
  const { data, pagination, warnings = [] } = Object(body)
  const shapes: Readonly<Record<string, unknown>> = {
    data,
    list: { items: data, pagination },
    withWarnings: { data, warnings },
  }
  return (kind !== undefined && kind in shapes ? shapes[kind] : body) as never
}
