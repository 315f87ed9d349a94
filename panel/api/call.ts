// Calls operations of the API by name, typed by the contract.
import { ROUTES } from 'contract:routes'
import { forgetPlaces, learnPlaces } from '../kit/place-names.ts'
import { chosenLanguage, LOCALES, subscribeToLanguage } from '../words/chosen-language.ts'
import { ApiError } from './api-error.ts'
import { noteEtag, strongTag } from './etags.ts'
import type { Answer, AnyAsked, Asked, OperationId } from './operations.ts'
import { API_PATH } from './route.ts'
import { currentWishes, headersOfWishes } from './wishes.ts'

subscribeToLanguage(forgetPlaces)

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Created before the first attempt and reused for every retry. */
  readonly key?: string | undefined
}

/** Stores the ETag of the response for the object and its `data`. */
function versioned<T>(answer: T, response: Response): T {
  const etag = strongTag(response.headers.get('etag'))
  noteEtag(answer, etag)
  noteEtag(Object(answer).data, etag)
  return answer
}

export async function call<Id extends OperationId>(
  id: Id,
  asked: Asked<Id>,
  options: CallOptions = {},
): Promise<Answer<Id>> {
  return read(id, asked, options)
}

async function read(id: OperationId, asked: AnyAsked, options: CallOptions = {}): Promise<never> {
  const response = await send(id, asked, options)
  const body = await bodyOf(response)
  learnPlaces(body)
  return versioned(shaped(ROUTES[id]?.[3], body), response)
}

const begun = new Map<string, Promise<never>>()
/** A prefetched response that is not used within this time is dropped, so that no screen shows old data. */
const KEPT_MS = 30_000

/** Prefetches a response that a screen will read, before the screen is loaded. */
export function beginRead<Id extends OperationId>(id: Id, asked: Asked<Id>): Promise<Answer<Id>> {
  const key = keyOf(id, asked)
  const answer = read(id, asked)
  begun.set(key, answer)
  const forget = () => void begun.delete(key)
  // The screen then sends the request again and shows the error.
  answer.catch(forget)
  setTimeout(forget, KEPT_MS)
  return answer
}

/** Returns a prefetched response once, to its first reader. */
export function takeBegun(id: OperationId, asked: AnyAsked): Promise<never> | undefined {
  const key = keyOf(id, asked)
  const answer = begun.get(key)
  begun.delete(key)
  return answer
}

function keyOf(id: OperationId, asked: AnyAsked): string {
  return JSON.stringify([id, currentWishes(), asked])
}

/** Returns the raw response, for files. An error response throws an ApiError. */
export async function send(id: OperationId, asked: AnyAsked, options: CallOptions = {}): Promise<Response> {
  const [method = 'GET', , takesKey, , mode] = ROUTES[id] ?? []
  const { signal, key } = options
  const { body, file, ifMatch } = asked
  const type = file?.type ?? (body === undefined ? undefined : 'application/json')
  const headers = {
    ...headersOfWishes(),
    'accept-language': LOCALES[chosenLanguage()],
    ...(mode !== undefined && { 'embarque-mode': mode }),
    ...(type !== undefined && { 'content-type': type }),
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    ...(key !== undefined && takesKey === 1 && { 'idempotency-key': key }),
  }
  const sent = file ?? (body === undefined ? null : JSON.stringify(body))
  const wish = { method, headers, credentials: 'same-origin', signal: signal ?? null, body: sent } as const
  const response = await fetch(addressOf(id, asked), wish).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ApiError(0, { message: String(error) })
  })
  if (response.ok) return response
  const { headers: said } = response
  throw new ApiError(
    response.status,
    await bodyOf(response),
    said.get('retry-after'),
    strongTag(said.get('etag')),
  )
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

/** A frame sends no headers, so the URL names the team and the mode. */
export function frameAddress(id: 'mails.html', params: AnyAsked['params']): string {
  const { team, mode } = currentWishes()
  return addressOf(id, { params, query: { embarque_mode: mode, embarque_team: team } })
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}

/** Takes the body out of its envelope. The contract guarantees its type. */
function shaped(kind: string | undefined, body: unknown): never {
  const { data, pagination, warnings = [] } = Object(body)
  const shapes: Readonly<Record<string, unknown>> = {
    data,
    list: { items: data, pagination },
    withWarnings: { data, warnings },
  }
  return (kind !== undefined && kind in shapes ? shapes[kind] : body) as never
}
