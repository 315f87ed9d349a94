// What the requests of an operation are validated by, and what its answers are held against.
import type { FastifySchema } from 'fastify'
import type { TSchema } from 'typebox'
import { ErrorBody, Warnings } from '../../../contract/common.ts'
import { ERRORS } from '../../../contract/errors.ts'
import { errorsOf, type Operation, tellsUnknownFields } from '../../../contract/operation.ts'

/** What its requests are validated by. */
export function routeSchema({ params, query, body }: Operation): FastifySchema {
  return {
    ...(params !== undefined && { params }),
    ...(query !== undefined && { querystring: query }),
    ...(body !== undefined && { body }),
  }
}

/** Every answer of an operation, by its status: a schema, or the media type of what is no JSON. */
export function answersOf(operation: Operation): Readonly<Record<number, object>> {
  return { ...errorAnswers(operation), ...successes(operation) }
}

function successes(operation: Operation): Readonly<Record<number, object>> {
  const { method, answer, status = 200 } = operation
  switch (answer.kind) {
    case 'byStatus':
      return Object.fromEntries(
        Object.entries(answer.statuses).map(([code, description]) => [code, { ...answer.of, description }]),
      )
    case 'file':
    case 'image':
    case 'stream':
      return { 200: media(answer.type) }
    case 'page':
      return { 200: media('text/html') }
    case 'redirect':
    case 'site':
      return {}
    case 'written':
      return {
        200: { ...answer.body, description: 'What was asked for' },
        ...(answer.isVersioned && { 304: { description: 'Nothing new' } }),
      }
    default: {
      const description = status === 201 ? 'Created' : method === 'GET' ? 'What was asked for' : 'Done'
      return {
        [status]: { ...(tellsUnknownFields(operation) ? warning(answer.body) : answer.body), description },
      }
    }
  }
}

/** Beside whatever it answers. */
function warning(body: TSchema & { readonly properties?: object }): object {
  return { ...body, properties: { warnings: Warnings, ...body.properties } }
}

function media(type: string): object {
  return { description: 'The file', content: { [type]: { schema: { type: 'string' } } } }
}

function errorAnswers(operation: Operation): Readonly<Record<number, TSchema>> {
  // Here the status is the outcome, even where it would be a failure elsewhere.
  if (operation.answer.kind === 'byStatus') return {}
  const byStatus = Map.groupBy(errorsOf(operation), (code) => ERRORS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => {
      const description = same.map((code) => ERRORS[code].text).join(', or ')
      return [status, { ...ErrorBody, description }]
    }),
  )
}
