// What a body counts as, besides its request, told from the headers: taking it in and reading it takes as long as many
// small requests do, and it is paid for before any of it is read.
import type { IncomingHttpHeaders } from 'node:http'
import { BODY_BYTES_USUAL } from '../../../contract/limits.ts'
import { bodyBytesMaxOf, type Operation } from '../../../contract/operation.ts'

/** Nothing up to the usual length, and one for each more of it. One of unknown length may become as long as it may. */
export function bodyCostOf(operation: Operation, headers: IncomingHttpHeaders): number {
  if (operation.method === 'GET') return 0
  const most = bodyBytesMaxOf(operation)
  const isOfUnknownLength = headers['transfer-encoding'] !== undefined
  const bytes = isOfUnknownLength ? most : Number(headers['content-length'] ?? 0)
  // One that is too long is refused by its length, and not read.
  return bytes > most ? 0 : Math.max(0, Math.ceil(bytes / BODY_BYTES_USUAL) - 1)
}
