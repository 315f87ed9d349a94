// Saves a file of the API: asked for with the tab's mode and team, which a plain link could not say.
import { send } from './call.ts'
import type { AnyAsked, OperationId } from './operations.ts'

export async function download(id: OperationId, asked: AnyAsked): Promise<void> {
  const response = await send(id, asked)
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = name ?? id
  link.click()
  URL.revokeObjectURL(address)
}
