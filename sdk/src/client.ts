// The client: every operation by its resource, and `request` for anything without a method.
import { type Call, callOf } from './call.ts'
import type { Resources } from './generated/resources.ts'
import { TABLE } from './generated/table.ts'
import { type CallOptions, type ClientOptions, settingsOf } from './options.ts'
import { type Asked, addressOf, type Method, type Query, send } from './request.ts'
import { resourcesOf } from './resources.ts'
import { type Answer, answerFrom } from './response.ts'
import { machine, type System } from './system.ts'

export interface Embarque extends Resources {
  /** Sends any request to the API, with the same key, retries and errors. Returns the body unchanged. */
  request<T = unknown>(method: Method, path: string, options?: RawOptions): Call<T>
}

export interface RawOptions extends CallOptions {
  /** Sent as JSON. */
  body?: unknown
  query?: Query | undefined
}

/** `system` is for tests of this package. */
export function createClient(options: ClientOptions, system: System = machine): Embarque {
  const way = { settings: settingsOf(options), system }
  const request = <T>(method: Method, path: string, { body, query, ...rest }: RawOptions = {}): Call<T> => {
    if (!path.startsWith('/'))
      throw new TypeError(`path must begin with a slash, such as /api/v1/me: ${path}`)
    const address = addressOf(path.replaceAll(':', '%3A'), [], query)
    const asked: Asked = {
      operation: 'raw',
      method,
      address,
      body,
      answer: 'bare',
      isChange: method !== 'GET',
      options: rest,
    }
    return callOf<T>(send(way, asked).then((received): Answer<T> => answerFrom<T>(asked, received)))
  }
  // One generator creates both the table and the types of its methods.
  return { ...resourcesOf(TABLE, way), request } as Resources & Pick<Embarque, 'request'>
}
