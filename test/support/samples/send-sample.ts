// Sends the sample of an operation: JSON or a file, with a live key if required.
import assert from 'node:assert/strict'
import type { Operation } from '../../../contract/operation.ts'
import type { Client, Reply } from '../client.ts'
import type { TestApp } from '../start-app.ts'
import type { Call } from './write-samples.ts'

export function callerOf({ live, test }: TestApp, { liveModeOnly }: Operation): Client {
  return liveModeOnly ? live : test
}

export function sendSample(
  app: TestApp,
  operation: Operation,
  { params = {}, body, file, query }: Call,
  headers: object = {},
): Promise<Reply> {
  const { method, path } = operation
  const address = path.replaceAll(/:(\w+)/g, (_, name) => params[name] ?? assert.fail(`no ${name}`))
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`
  const sent = file ?? (body === undefined ? undefined : JSON.stringify(body))
  const type = file === undefined ? 'application/json' : 'image/png'
  return callerOf(app, operation).raw(method, `${address}${search}`, sent, {
    'content-type': type,
    ...headers,
  })
}
