// Files of the API: PDF, CSV and text, whole or as they come.
import { besides } from './response.ts'

export interface Download {
  /** The service's file name. */
  readonly name: string | undefined
  /** Its media type, such as application/pdf. */
  readonly type: string
  readonly headers: Headers
  readonly requestId: string | undefined
  bytes(): Promise<Uint8Array>
  text(): Promise<string>
  /** For files that should not be held in memory. */
  stream(): ReadableStream<Uint8Array>
}

export function downloadOf(response: Response): Download {
  const { headers, requestId } = besides(response)
  return {
    name: /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1],
    type: (headers.get('content-type') ?? '').split(';')[0] ?? '',
    headers,
    requestId,
    bytes: async () => new Uint8Array(await response.arrayBuffer()),
    text: () => response.text(),
    stream: () => response.body ?? new Blob([]).stream(),
  }
}
