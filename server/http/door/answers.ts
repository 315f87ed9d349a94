// Turns the declaration of an operation into what OpenAPI says of its answers and what its requests are validated by.
import type { FastifySchema } from 'fastify'
import type { TSchema } from 'typebox'
import { ErrorBody, Warnings } from '../../../contract/common.ts'
import { ERRORS } from '../../../contract/errors.ts'
import {
  errorsOf,
  isOpen,
  isPersonal,
  type Operation,
  tellsUnknownFields,
} from '../../../contract/operation.ts'

export function routeSchema(id: string, operation: Operation): FastifySchema {
  const { tag, summary, params, query, body } = operation
  const description = descriptionOf(operation)
  const checked = {
    ...(params !== undefined && { params }),
    ...(query !== undefined && { querystring: query }),
    ...(body !== undefined && { body }),
  }
  if (tag === undefined) return { ...checked, hide: true }
  return {
    operationId: id,
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    tags: [tag],
    security: securityOf(operation),
    ...checked,
    response: answersOf(operation),
  }
}

/** Keys and people are measured by the same permissions; what is about a person is for people alone. */
function securityOf(operation: Operation): Record<string, string[]>[] {
  if (isOpen(operation)) return []
  if (isPersonal(operation)) return [{ session: [] }]
  return [{ apiKey: [operation.access] }, { session: [operation.access] }]
}

/** What it does, and what its caller must be allowed to do. */
function descriptionOf(operation: Operation): string | undefined {
  const { description, access, partly } = operation
  if (isOpen(operation) || isPersonal(operation)) return description
  const needed = partly === undefined ? `\`${access}\`` : `\`${access}\`, and a part of it \`${partly}\``
  return [description, `Needs the permission ${needed}.`]
    .filter((sentence) => sentence !== undefined)
    .join(' ')
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
