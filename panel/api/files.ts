// Downloads and uploads files of the API.
import { ApiError } from './api-error.ts'
import { bodyOfText, requestHeaders, send, unwrapResponse, urlOf } from './call.ts'
import type { AnyRequest, OperationId, RequestOf, ResponseOf } from './operations.ts'

/** A plain link cannot send the mode and team of the tab. */
export async function download(id: OperationId, request: AnyRequest): Promise<void> {
  const response = await send(id, request)
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  save(await response.blob(), name ?? id)
}

export function saveText(text: string, name: string, type: string): void {
  save(new Blob([text], { type }), name)
}

function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

interface UploadOptions {
  readonly key: string
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void
}

/** Uploads a file with its progress, which `fetch` cannot report. */
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
