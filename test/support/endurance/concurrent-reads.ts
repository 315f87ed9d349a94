// Concurrent reads that use every database connection, and how long they take while connections are frozen.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { newAgency } from '../agency.ts'
import type { TestApp } from '../start-app.ts'
import type { TcpProxy } from '../tcp-proxy.ts'

export const BALANCE = '/api/v1/wallet/balance'

export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const start = performance.now()
  const result = await work()
  return { ms: performance.now() - start, result }
}

/** More than there are connections. Every response is 200 or 503. */
export async function readConcurrently(
  read: () => Promise<{ status: number; text: string }>,
): Promise<number[]> {
  const responses = await Promise.all(Array.from({ length: 24 }, read))
  for (const { status, text } of responses) assert.ok(status === 200 || status === 503, text)
  return responses.map(({ status }) => status)
}

/** Requests during the freeze get a response in time, and later requests get new sessions. */
export async function surviveFreeze(
  t: TestContext,
  app: TestApp,
  proxy: TcpProxy,
  { what, withinMs }: { what: 'open' | 'all'; withinMs: number },
): Promise<void> {
  const agency = await newAgency(app)
  const balance = () => agency.live.get(BALANCE)
  await readConcurrently(balance)
  proxy.freeze(what)
  t.after(() => proxy.thaw())
  const first = await timed(() => readConcurrently(balance))
  const second = await timed(() => readConcurrently(balance))
  t.diagnostic(`responses after ${Math.round(first.ms)} ms, then after ${Math.round(second.ms)} ms`)
  assert.ok(first.ms < withinMs, `${first.ms} ms`)
  assert.deepEqual(new Set(second.result), new Set([200]))
}
