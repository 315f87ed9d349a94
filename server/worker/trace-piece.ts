// A span around a piece of due work. What was due at once goes on with the trace of the request that caused it; what
// waited, for its time or after a failure, begins a trace of its own that mentions the other: a trace that lasts for
// months is none.
import type { Tracing } from '../base/process/tracing.ts'
import type { Piece } from '../outbox/due-work.ts'

export async function tracePiece<T>(
  tracing: Tracing,
  { kind, attempt, team_id, mode, trace, at_once }: Piece,
  run: () => Promise<T>,
  nameOf: (outcome: T) => string,
): Promise<T> {
  const span = tracing.begin(
    `due work ${kind}`,
    {
      kind: 'consumer',
      attributes: {
        'embarque.work.kind': kind,
        'embarque.work.attempt': attempt,
        ...(team_id !== null && { 'embarque.team.id': team_id }),
        ...(mode !== null && { 'embarque.mode': mode }),
      },
    },
    at_once && attempt === 1 ? { below: trace } : { after: trace },
  )
  const outcome = await tracing.within(span, run)
  const name = nameOf(outcome)
  span.note({ 'embarque.outcome': name })
  if (name === 'failed') span.fail(name)
  span.end()
  return outcome
}
