// The request that samples and forms of an operation begin with: its examples put into path, query and body.
import type { Endpoint, Parameter, Resolve, Response, Schema } from './openapi.ts'
import type { SampleRequest } from './request-samples.ts'
import { exampleOf } from './schema-example.ts'

const FILES: Readonly<Record<string, string>> = {
  'application/pdf': 'document.pdf',
  'text/csv': 'list.csv',
  'text/plain': 'file.txt',
  'image/svg+xml': 'picture.svg',
  'image/png': 'picture.png',
}

export function sampleRequestOf(
  endpoint: Endpoint,
  parameters: readonly Parameter[],
  resolve: Resolve,
): SampleRequest {
  const { method, requestBody, responses = {}, security } = endpoint
  const media = requestBody?.content['application/json']
  const [, answer = {}] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const file = FILES[Object.keys(resolve<Response>(answer).content ?? {})[0] ?? '']
  return {
    method,
    path: pathOf(endpoint, parameters, resolve),
    ...(media !== undefined && { body: exampleOf(media, resolve) }),
    needsKey: security?.length !== 0,
    takesIdempotencyKey: parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key'),
    ...(file !== undefined && { file }),
  }
}

/** With what must be in the query; a part of the path without an example stands there in capitals. */
function pathOf({ path }: Endpoint, parameters: readonly Parameter[], resolve: Resolve): string {
  const given = (parameter: Parameter) => exampleOfParameter(parameter, resolve)
  const named = new Map(
    parameters.filter((each) => each.in === 'path').map((each) => [each.name, given(each)]),
  )
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name) => named.get(name) ?? wordFor(path, name))
  const query = parameters
    .filter(
      (parameter) => parameter.in === 'query' && (parameter.required || parameter.example !== undefined),
    )
    .map((parameter) => `${parameter.name}=${encodeURIComponent(given(parameter) ?? '')}`)
  return query.length === 0 ? address : `${address}?${query.join('&')}`
}

function exampleOfParameter({ example, schema = {} }: Parameter, resolve: Resolve): string | undefined {
  const { example: other, examples, enum: values } = resolve<Schema>(schema)
  const found = example ?? other ?? examples?.[0] ?? values?.[0]
  return found === undefined ? undefined : String(found)
}

/** `/bookings/{id}` has a BOOKING_ID. */
function wordFor(path: string, name: string): string {
  const before = path.split('/').at(path.split('/').indexOf(`{${name}}`) - 1) ?? ''
  const thing = before.replace(/ies$/, 'y').replace(/s$/, '')
  return (name === 'id' ? `${thing}_id` : name).replaceAll(/\W/g, '_').toUpperCase()
}
