// A file that is made while it is read goes on as long as whoever asked for it may still read it: before each piece it
// is looked at again, in memory. What is cut off has no end, so that nobody takes it for all there is.
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { permissionOf } from '../../../contract/operation.ts'
import { demandPermission } from '../../features/teams/caller.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { Recall } from './front-door.ts'

export function whileAllowed(pieces: Readable, request: FastifyRequest, recall: Recall): Readable {
  return Readable.from(allowedOf(pieces, request, recall), { highWaterMark: 1 })
}

async function* allowedOf(
  pieces: Readable,
  request: FastifyRequest,
  recall: Recall,
): AsyncGenerator<unknown> {
  const { operation } = request.routeOptions.config
  const permission = operation === undefined ? null : permissionOf(operation)
  for await (const piece of pieces) {
    const caller = (await recall(request)) ?? fail('unauthorized')
    if (permission !== null) demandPermission(caller, permission)
    yield piece
  }
}
