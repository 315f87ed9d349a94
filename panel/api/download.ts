// Downloads files of the API. A plain link cannot send the tab's mode and team.
import { send } from './call.ts'
import type { AnyRequest, OperationId } from './operations.ts'

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
