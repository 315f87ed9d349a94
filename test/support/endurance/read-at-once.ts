// Asks as many at once as there are connections, and measures how long it takes.
import assert from 'node:assert/strict'

export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const start = performance.now()
  const result = await work()
  return { ms: performance.now() - start, result }
}

/** Each takes a connection, and some wait; nobody gets anything but an answer or 503. */
export async function readAtOnce(read: () => Promise<{ status: number; text: string }>): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: 24 }, read))
  for (const { status, text } of answers) assert.ok(status === 200 || status === 503, text)
  return answers.map(({ status }) => status)
}
