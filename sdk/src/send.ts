// Sends a call until it succeeds or a retry is useless; all attempts are identical.
import type { Asked } from './asked.ts'
import { attempt, type Received, type Way } from './attempt.ts'
import type { RequestNote } from './options.ts'
import { waitBeforeRetry } from './retry.ts'
import { newHex } from './system.ts'

export async function send(way: Way, asked: Asked): Promise<Received> {
  const { settings, system } = way
  const { options, isChange, operation, method, address } = asked
  const { maxRetries = settings.maxRetries, signal } = options
  // Created once, so that the service recognises repeated attempts.
  const idempotencyKey = isChange ? (options.idempotencyKey ?? `sdk-${newHex(16)}`) : undefined
  const url = settings.baseUrl + address
  for (let number = 1; ; number++) {
    const note: RequestNote = { operation, method, url, attempt: number, idempotencyKey }
    try {
      return await attempt(way, asked, note)
    } catch (error) {
      const limits = { maxRetries, maxRetryWaitMs: settings.maxRetryWaitMs }
      const waitMs = signal?.aborted ? undefined : waitBeforeRetry(error, number, limits, system)
      if (waitMs === undefined || !(error instanceof Error)) throw error
      settings.hooks.onRetry?.({ ...note, error, waitMs })
      await system.wait(waitMs, signal)
    }
  }
}
