// One operation of the table as OpenAPI tells of it.
import type { TSchema } from 'typebox'
import { isOpen, isPersonal, type Operation, permissionOf } from '../../../contract/operation.ts'
import { pascal } from '../../../contract/shapes.ts'
import { exampleFor } from './example-ids.ts'
import type { Example } from './examples.ts'
import type { FailureWriter } from './failures.ts'
import { parametersOf } from './headers.ts'
import type { Schema, SchemaWriter } from './schema-writer.ts'
import { successesOf } from './successes.ts'

/** `bookings.create` as generators make good names of it. */
function operationIdOf(id: string): string {
  return id.replace(/\.(\w)/, (_, first: string) => first.toUpperCase())
}

export function describeOperation(
  id: string,
  operation: Operation,
  {
    writer,
    failures,
    example,
  }: { writer: SchemaWriter; failures: FailureWriter; example: Example | undefined },
): object {
  const { tag, summary, params, query } = operation
  const permission = permissionOf(operation)
  const parameters = [
    ...writeParameters('path', params, writer),
    ...writeParameters('query', query, writer, example?.query),
    ...parametersOf(operation),
  ]
  const requestBody = bodyOf(id, operation, writer, example?.body)
  return {
    operationId: operationIdOf(id),
    'x-operation': id,
    summary,
    description: descriptionOf(operation),
    tags: [tag],
    security: securityOf(operation),
    ...(permission !== null && { 'x-permission': permission }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== undefined && { requestBody }),
    responses: {
      ...successesOf(operation, writer, `${pascal(id)}Result`),
      ...failures.write(id, operation),
    },
  }
}

/** What it does, and what its caller must be allowed to do. */
function descriptionOf(operation: Operation): string | undefined {
  const { summary, description, access, partly } = operation
  const whose = isPersonal(operation) ? 'For people who are signed in.' : 'Needs no key.'
  const needed = partly === undefined ? `\`${access}\`` : `\`${access}\`, and a part of it \`${partly}\``
  const needs = isOpen(operation) || isPersonal(operation) ? whose : `Needs the permission ${needed}.`
  return [description ?? `${summary}.`, ...(description?.includes(needs) ? [] : [needs])].join(' ')
}

/** Keys and people are measured by the same permissions; what is about a person is for people alone. */
function securityOf(operation: Operation): Record<string, string[]>[] {
  if (isOpen(operation)) return []
  if (isPersonal(operation)) return [{ session: [] }]
  return [{ apiKey: [] }, { session: [] }]
}

interface Fields {
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  allOf?: readonly Fields[]
}

function writeParameters(
  place: 'path' | 'query',
  shape: TSchema | undefined,
  writer: SchemaWriter,
  examples: Readonly<Record<string, unknown>> = {},
): object[] {
  return fieldsOf(shape ?? {}).map(([name, schema, isRequired]) => {
    const { description = undefined, ...written } = writer.write(schema, pascal(name), name)
    const example = examples[name] ?? exampleFor(description)
    const told = { name, in: place, required: isRequired, description, schema: written }
    return example === undefined ? told : { ...told, example }
  })
}

function fieldsOf({ properties = {}, required = [], allOf = [] }: Fields): [string, Schema, boolean][] {
  const own = Object.entries(properties).map(([name, schema]): [string, Schema, boolean] => [
    name,
    schema,
    required.includes(name),
  ])
  return [...own, ...allOf.flatMap(fieldsOf)]
}

function bodyOf(
  id: string,
  operation: Operation,
  writer: SchemaWriter,
  example: unknown,
): object | undefined {
  const { body, takes } = operation
  if (takes !== undefined)
    return { required: true, content: Object.fromEntries(takes.map((type) => [type, { schema: FILE }])) }
  if (body === undefined) return undefined
  const media = {
    schema: writer.write(body, `${pascal(id)}Body`),
    ...(example !== undefined && { example }),
  }
  return { required: !('x-optional' in body), content: { 'application/json': media } }
}

const FILE: Schema = { type: 'string', format: 'binary' }
