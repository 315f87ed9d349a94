// Puts warnings beside the result of a change, also of one that is answered again from memory.
import type { ErrorDetail } from '../../../contract/common.ts'
import type { Answer } from '../../kernel/outbox/idempotency.ts'

interface Warnable {
  readonly success?: boolean
  readonly warnings?: readonly ErrorDetail[]
}

/** After those that the work itself has. */
export function withWarnings(body: Warnable, warnings: readonly ErrorDetail[]): object {
  return warnings.length === 0 ? body : { ...body, warnings: [...(body.warnings ?? []), ...warnings] }
}

/**
 * An answer that is remembered. One that due work wrote after its request had ended knows nothing of what the request
 * looked like; the same request sent again does.
 */
export function rememberedWith(answer: Answer, warnings: readonly ErrorDetail[]): Answer {
  if (warnings.length === 0 || answer.status >= 300) return answer
  const body: Warnable = JSON.parse(answer.body)
  const told = new Set(body.warnings?.map(({ field }) => field))
  const untold = warnings.filter(({ field }) => !told.has(field))
  return untold.length === 0 ? answer : { ...answer, body: JSON.stringify(withWarnings(body, untold)) }
}
