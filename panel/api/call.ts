// Calls operations of the API by name, typed by the contract.
import { ROUTES } from 'contract:routes'
import { PAGE_SIZE_MAX } from '../../contract/limits.ts'
import { clearPlaceNames, storePlaceNames } from '../logic/place-names.ts'
import { chosenLanguage, LOCALES, subscribeToLanguage } from '../words/chosen-language.ts'
import { allItems } from './all-items.ts'
import { ApiError } from './api-error.ts'
import { storeEtag, strongTag } from './etags.ts'
import type { AnyRequest, ListId, OperationId, RequestOf, ResponseOf, Row } from './operations.ts'
import { currentPreferences, preferenceHeaders } from './preferences.ts'
import { API_PATH } from './route.ts'

subscribeToLanguage(clearPlaceNames)

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Created before the first attempt and reused for every retry. */
  readonly key?: string | undefined
}

/** Stores the ETag of the response for the object and its `data`. */
function withEtag<T>(result: T, response: Response): T {
  const etag = strongTag(response.headers.get('etag'))
  storeEtag(result, etag)
  storeEtag(Object(result).data, etag)
  return result
}

export async function call<Id extends OperationId>(
  id: Id,
  request: RequestOf<Id>,
  options: CallOptions = {},
): Promise<ResponseOf<Id>> {
  return read(id, request, options)
}

interface CallAllOptions<T> extends Pick<CallOptions, 'signal'> {
  /** Stops reading pages if these rows suffice. */
  readonly isEnough?: (rows: readonly T[]) => boolean
}

/** Reads all pages of a list. */
export function callAll<Id extends ListId>(
  id: Id,
  { query, ...request }: RequestOf<Id>,
  { isEnough, ...options }: CallAllOptions<Row<Id>> = {},
): Promise<Row<Id>[]> {
  const page = { ...query, limit: PAGE_SIZE_MAX }
  return allItems<Row<Id>>(
    (cursor) => read(id, { ...request, query: { ...page, starting_after: cursor } }, options),
    isEnough,
  )
}

async function read(id: OperationId, request: AnyRequest, options: CallOptions = {}): Promise<never> {
  const response = await send(id, request, options)
  const body = await bodyOf(response)
  storePlaceNames(body)
  return withEtag(unwrapResponse(id, body), response)
}

const prefetched = new Map<string, Promise<never>>()
/** A prefetched response that is not used within this time is dropped, so that no screen shows old data. */
const PREFETCH_MS = 30_000

/** Prefetches a response that a screen will read, before the screen is loaded. */
export function prefetch<Id extends OperationId>(id: Id, request: RequestOf<Id>): Promise<ResponseOf<Id>> {
  const key = keyOf(id, request)
  const result = read(id, request)
  prefetched.set(key, result)
  const forget = () => void prefetched.delete(key)
  // The screen then sends the request again and shows the error.
  result.catch(forget)
  setTimeout(forget, PREFETCH_MS)
  return result
}

/** Returns a prefetched response once, to its first reader. */
export function takePrefetched(id: OperationId, request: AnyRequest): Promise<never> | undefined {
  const key = keyOf(id, request)
  const result = prefetched.get(key)
  prefetched.delete(key)
  return result
}

function keyOf(id: OperationId, request: AnyRequest): string {
  return JSON.stringify([id, currentPreferences(), request])
}

/** Returns the raw response, for files. An error response throws an ApiError. */
export async function send(
  id: OperationId,
  request: AnyRequest,
  options: CallOptions = {},
): Promise<Response> {
  const [method = 'GET'] = ROUTES[id] ?? []
  const { signal, key } = options
  const { body, file } = request
  const headers = requestHeaders(id, request, key)
  const payload = file ?? (body === undefined ? null : JSON.stringify(body))
  const init = { method, headers, credentials: 'same-origin', signal: signal ?? null, body: payload } as const
  const response = await fetch(urlOf(id, request), init).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ApiError(0, { message: String(error) })
  })
  if (response.ok) return response
  const { headers: responseHeaders } = response
  throw new ApiError(
    response.status,
    await bodyOf(response),
    responseHeaders.get('retry-after'),
    strongTag(responseHeaders.get('etag')),
  )
}

export function requestHeaders(
  id: OperationId,
  { body, file, ifMatch }: AnyRequest,
  key: string | undefined,
): Readonly<Record<string, string>> {
  const [, , takesKey, , mode] = ROUTES[id] ?? []
  const type = file?.type ?? (body === undefined ? undefined : 'application/json')
  return {
    ...preferenceHeaders(),
    'accept-language': LOCALES[chosenLanguage()],
    ...(mode !== undefined && { 'embarque-mode': mode }),
    ...(type !== undefined && { 'content-type': type }),
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    ...(key !== undefined && takesKey === 1 && { 'idempotency-key': key }),
  }
}

export function urlOf(id: OperationId, { params, query }: AnyRequest): string {
  const [, path] = ROUTES[id] ?? []
  if (path === undefined) throw new Error(`there is no operation ${id}`)
  const named = new Map(Object.entries(params ?? {}))
  const url = API_PATH + path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(String(named.get(name))))
  const filled = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? url : `${url}?${text}`
}

/** A frame sends no headers, so the URL names the team and the mode. */
export function frameUrl(id: 'mails.html', params: AnyRequest['params']): string {
  const { team, mode } = currentPreferences()
  return urlOf(id, { params, query: { embarque_mode: mode, embarque_team: team } })
}

async function bodyOf(response: Response): Promise<unknown> {
  return bodyOfText(await response.text())
}

export function bodyOfText(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}

/** Takes the body out of its envelope. The contract guarantees its type. */
export function unwrapResponse(id: OperationId, body: unknown): never {
  const kind = ROUTES[id]?.[3]
  const { data, pagination, warnings = [] } = Object(body)
  const shapes: Readonly<Record<string, unknown>> = {
    data,
    list: { items: data, pagination },
    whole: data,
    withWarnings: { data, warnings },
  }
  return (kind !== undefined && kind in shapes ? shapes[kind] : body) as never
}
