// The request that samples and forms of an operation begin with: its examples put into path, query and body.
import {
  type Endpoint,
  isForPeople,
  type Parameter,
  type Resolve,
  type Response,
  type Schema,
} from './openapi.ts'
import type { SampleRequest } from './request-samples.ts'
import { exampleOf } from './schema-example.ts'
import { sdkCallOf } from './sdk-sample.ts'

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
  const [type = ''] = Object.keys(resolve<Response>(answer).content ?? {})
  const file = FILES[type]
  const path = pathOf(endpoint, parameters, resolve)
  const body = media && exampleOf(media, resolve)
  const query = queryOf(parameters, resolve)
  const asked = query.length === 0 ? undefined : Object.fromEntries(query)
  const sdk = sdkCallOf(method, endpoint.path)
  return {
    method,
    path,
    ...(media !== undefined && { body }),
    needsKey: security?.length !== 0,
    ...(isForPeople(endpoint) && { needsSession: true }),
    ...(type === 'text/event-stream' && { isStream: true }),
    takesIdempotencyKey: parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key'),
    ...(file !== undefined && { file }),
    ...(sdk && { sdk: { ...sdk, ids: idsIn(endpoint.path, path), input: body ?? asked, file } }),
  }
}

/** What stands in an address where its pattern has a name. */
function idsIn(pattern: string, path: string): string[] {
  const [address = ''] = path.split('?')
  const places = pattern.split('/')
  return address.split('/').filter((_, index) => places[index]?.startsWith('{'))
}

/** What must be in the query, and what has an example of its own. */
function queryOf(parameters: readonly Parameter[], resolve: Resolve): [name: string, example: unknown][] {
  return parameters
    .filter(({ in: place, required, example }) => place === 'query' && (required || example !== undefined))
    .map((parameter) => [parameter.name, exampleOfParameter(parameter, resolve) ?? ''])
}

/** With its query; a part of the path without an example stands there in capitals. */
function pathOf({ path }: Endpoint, parameters: readonly Parameter[], resolve: Resolve): string {
  const given = (parameter: Parameter) => exampleOfParameter(parameter, resolve)
  const named = new Map(
    parameters.filter((each) => each.in === 'path').map((each) => [each.name, given(each)]),
  )
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name) => String(named.get(name) ?? wordFor(path, name)))
  const query = queryOf(parameters, resolve).map(
    ([name, example]) => `${name}=${encodeURIComponent(String(example))}`,
  )
  return query.length === 0 ? address : `${address}?${query.join('&')}`
}

function exampleOfParameter({ example, schema = {} }: Parameter, resolve: Resolve): unknown {
  const { example: other, examples, enum: values } = resolve<Schema>(schema)
  return example ?? other ?? examples?.[0] ?? values?.[0]
}

/** `/bookings/{id}` has a BOOKING_ID. */
function wordFor(path: string, name: string): string {
  const before = path.split('/').at(path.split('/').indexOf(`{${name}}`) - 1) ?? ''
  const thing = before.replace(/ies$/, 'y').replace(/s$/, '')
  return (name === 'id' ? `${thing}_id` : name).replaceAll(/\W/g, '_').toUpperCase()
}
