// What a body counts as, besides its request, told from the headers: taking it in and reading it takes as long as many
// small requests do, and it is paid for before any of it is read.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { BODY_BYTES_USUAL } from '../../../contract/limits.ts'
import { bodyBytesMaxOf, costOf, type Operation } from '../../../contract/operation.ts'

/** What a request counts as with all that comes with it. */
export function costWithBody(operation: Operation | undefined, { headers, query }: FastifyRequest): number {
  if (operation === undefined) return 1
  return costOf(operation) + bodyCostOf(operation, headers) + (operation.queryCost?.(query) ?? 0)
}

/** Nothing up to the usual length, and one for each more of it. */
function bodyCostOf(operation: Operation, headers: IncomingHttpHeaders): number {
  if (operation.method === 'GET') return 0
  const most = bodyBytesMaxOf(operation)
  const bytes = bodyBytesOf(operation, headers)
  // One that is too long is refused by its length, and not read.
  return bytes > most ? 0 : Math.max(0, Math.ceil(bytes / BODY_BYTES_USUAL) - 1)
}

/** What the audit log keeps of a request, about. */
const ENTRY_BYTES = 1_000

/** How much the database grows by a request, about: an entry of the audit log is there too, and forever. */
export function storedBytesOf(operation: Operation, headers: IncomingHttpHeaders): number {
  return bodyBytesOf(operation, headers) + (operation.audit === undefined ? 0 : ENTRY_BYTES)
}

/** One of unknown length may become as long as it may. */
function bodyBytesOf(operation: Operation, headers: IncomingHttpHeaders): number {
  const isOfUnknownLength = headers['transfer-encoding'] !== undefined
  return isOfUnknownLength ? bodyBytesMaxOf(operation) : Number(headers['content-length'] ?? 0)
}
