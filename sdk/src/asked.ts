// One call: its address, input, and how its response is read.
import type { CallOptions, WaitOptions } from './options.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The kind of response: JSON with some envelope, a file, text, or an endless stream. */
export type AnswerKind = 'data' | 'list' | 'bare' | 'file' | 'text' | 'stream'

export type FileInput = Blob | Uint8Array | ArrayBuffer

/** A file without shared memory, as `fetch` demands it. */
export type SentFile = Blob | Uint8Array<ArrayBuffer> | ArrayBuffer

export interface Asked {
  /** The operation's name, for hooks and messages. */
  readonly operation: string
  readonly method: Method
  /** With the query. */
  readonly address: string
  readonly body?: unknown
  readonly file?: SentFile | undefined
  readonly answer: AnswerKind
  /** Whether it changes data, so that it needs an Idempotency-Key. */
  readonly isChange: boolean
  /** Error statuses that count as responses. */
  readonly accepts?: readonly number[] | undefined
  readonly options: CallOptions & WaitOptions
}

type Value = string | number | boolean | undefined | null

/** A list is sent as `name[]`, an object as `name[key]`. */
export type Query = Readonly<Record<string, Value | readonly Value[] | Readonly<Record<string, Value>>>>

/** The path with its ids; an id that would lead elsewhere is refused. */
export function addressOf(path: string, ids: readonly unknown[], query: Query = {}): string {
  let index = 0
  const filled = path.replaceAll(/:(\w+)/g, (_, name) => {
    const id = ids[index++]
    if (typeof id !== 'string' || id === '' || /^\.{1,2}$/.test(id)) {
      throw new TypeError(`${name} of ${path} must be the id of something, and is ${JSON.stringify(id)}`)
    }
    return encodeURIComponent(id)
  })
  const wishes = Object.entries(query)
    .flatMap(([name, value]) => parametersOf(name, value))
    .flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, String(value)]]))
  return wishes.length === 0 ? filled : `${filled}?${new URLSearchParams(wishes)}`
}

function parametersOf(name: string, value: Query[string]): [string, Value][] {
  if (typeof value !== 'object' || value === null) return [[name, value]]
  if (isList(value)) return value.map((item) => [`${name}[]`, item])
  return Object.entries(value).map(([key, inner]) => [`${name}[${key}]`, inner])
}

/** `Array.isArray` does not know readonly lists. */
function isList(value: object): value is readonly Value[] {
  return Array.isArray(value)
}
