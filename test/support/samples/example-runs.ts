// The request examples of the OpenAPI document as working calls: unchanged, except for ids and values of
// objects that were created before.
import assert from 'node:assert/strict'
import { isOpen, isPersonal, type Operation } from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import type { Reply } from '../client.ts'
import type { TestApp } from '../start-app.ts'
import { callerOf, sendSample } from './send-sample.ts'
import { type Call, dayOf, writeSamples } from './write-samples.ts'

interface DocumentedOperation {
  'x-operation': string
  parameters?: { name: string; in: string; example?: unknown }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
}

export interface ExampleRun {
  readonly id: string
  readonly operation: Operation
  readonly body: object | undefined
  readonly send: () => Promise<Reply>
}

type Samples = Readonly<Record<string, Readonly<Record<string, () => Promise<Call>>>>>

/** A run of every operation that a key can call: changes first, because reads need their results. */
export function exampleRuns(app: TestApp, receiver: { url: string }, paths: object): ExampleRun[] {
  const documented = new Map(
    Object.values<Record<string, DocumentedOperation>>({ ...paths })
      .flatMap((methods) => Object.values(methods))
      .map((one) => [one['x-operation'], one]),
  )
  const samples: Samples = writeSamples(app, receiver)
  const runs = Object.entries<Operation>(OPERATIONS).flatMap(([id, operation]) => {
    const one = documented.get(id)
    if (one === undefined || isOpen(operation) || isPersonal(operation)) return []
    const { example } = one.requestBody?.content['application/json'] ?? {}
    const body: object | undefined = example === undefined ? undefined : Object(example)
    const [prepare] = Object.values(samples[id] ?? samples[MADE_FOR[id] ?? ''] ?? {})
    const send =
      prepare === undefined
        ? async () => sendReading(app, operation, queryOf(one), body)
        : async () => sendSample(app, operation, callOf(await prepare(), body))
    return [{ id, operation, body, send }]
  })
  return [...runs.filter(({ id }) => id in samples), ...runs.filter(({ id }) => !(id in samples))]
}

/** Fields whose example is replaced: ids, the price of a search, the address of a receiver. */
const ITS_OWN = /^(?:id|\w+_id|offerId|url|amount|currency)$/

function callOf({ params = {}, body, file, query }: Call, example: object | undefined): Call {
  if (file !== undefined) return { params, file, ...(query && { query }) }
  return example === undefined ? { params } : { params, body: Object(fitted(example, body)) }
}

function fitted(example: unknown, sample: unknown): unknown {
  if (typeof example !== 'object' || example === null) return example
  const made: Readonly<Record<string, unknown>> = { ...Object(sample) }
  if (Array.isArray(example)) return example.map((item, index) => fitted(item, made[index]))
  const fields = Object.entries(example).map(([name, value]) => [
    name,
    ITS_OWN.test(name) && made[name] !== undefined ? made[name] : fitted(value, made[name]),
  ])
  return Object.fromEntries(fields)
}

function queryOf({ parameters = [] }: DocumentedOperation): string {
  const given = parameters.filter((one) => one.in === 'query' && one.example !== undefined)
  return `?${new URLSearchParams(given.map(({ name, example }) => [name, String(example)]))}`
}

async function sendReading(app: TestApp, operation: Operation, query: string, body?: object): Promise<Reply> {
  const caller = callerOf(app, operation)
  const address = (await addressOf(app, operation.path)) + query
  return operation.method === 'GET' ? caller.get(address) : caller.post(address, body)
}

async function addressOf(app: TestApp, path: string): Promise<string> {
  const [, param] = /:(\w+)/.exec(path) ?? []
  if (param === undefined) return path
  const [before = ''] = path.split(`/:${param}`)
  return addressOf(app, path.replace(`:${param}`, await anyIn(app, before)))
}

/** Reads whose object no list above them shows, and the change whose sample creates it. */
const MADE_FOR: Readonly<Record<string, string>> = {
  'team.readLogo': 'team.removeLogo',
  'companions.read': 'companions.update',
  'tripItems.read': 'tripItems.update',
  'tripItems.voucher': 'tripItems.update',
  'tripFiles.read': 'tripFiles.delete',
  'invoices.preview': 'invoices.create',
  'creditNotes.preview': 'creditNotes.create',
}

/** Lists that are not directly above in the path. */
const LISTS: Readonly<Record<string, string>> = {
  '/api/v1/wallet/recharge': '/api/v1/wallet/recharges',
  '/api/v1/bookings': '/api/v1/bookings?status=ticketed',
}

/** The id of an existing object, from the list above it in the path. */
async function anyIn(app: TestApp, path: string): Promise<string> {
  if (path === '/api/v1/offers') {
    const slices = [{ origin: 'GRU', destination: 'SDU', departureDate: await dayOf(app, 30) }]
    const passengers = [{ type: 'adult', count: 1 }]
    return (await app.test.post('/api/v1/flights/search', { type: 'one_way', slices, passengers })).body
      .offers[0].id
  }
  const { text, body } = await app.test.get(LISTS[path] ?? path)
  return body?.data[0]?.id ?? assert.fail(`nothing in ${path}: ${text}`)
}
