// Uploads a file with its progress, which `fetch` cannot report.
import { ApiError } from './api-error.ts'
import { bodyOfText, requestHeaders, unwrapResponse, urlOf } from './call.ts'
import type { AnyRequest, OperationId, RequestOf, ResponseOf } from './operations.ts'

interface UploadOptions {
  readonly key: string
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void
}

export function upload<Id extends OperationId>(
  id: Id,
  request: RequestOf<Id> & { readonly file: File },
  { key, onProgress }: UploadOptions,
): Promise<ResponseOf<Id>> {
  const sent: AnyRequest = request
  return new Promise((resolve, reject) => {
    const wire = new XMLHttpRequest()
    wire.open('POST', urlOf(id, sent))
    for (const [name, value] of Object.entries(requestHeaders(id, sent, key)))
      wire.setRequestHeader(name, value)
    wire.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    wire.onerror = () => reject(new ApiError(0, {}))
    wire.onload = () => {
      const body = bodyOfText(wire.responseText)
      if (wire.status < 300) resolve(unwrapResponse(id, body))
      else reject(new ApiError(wire.status, body, wire.getResponseHeader('retry-after')))
    }
    wire.send(request.file)
  })
}
