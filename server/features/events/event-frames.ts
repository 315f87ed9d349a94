// Events as server-sent events: the text of a stream, which browsers and most HTTP clients read by themselves.
import type { Permission } from '../../../contract/permissions.ts'
import type { EventRow } from './event-store.ts'
import { listedEvent } from './event-view.ts'

export type ResetReason = 'unknown' | 'forgotten' | 'too_many'

/** Each as the list of events shows it to somebody with these permissions. */
export function eventFrames(events: readonly EventRow[], permissions: ReadonlySet<Permission>): Buffer {
  const frames = events.map((event) => {
    const shown = listedEvent(event, permissions)
    return `id: ${shown.sequence}\nevent: ${shown.type}\ndata: ${JSON.stringify(shown)}\n\n`
  })
  return Buffer.from(frames.join(''))
}

/** Whoever is cut off before the first event goes on from here too. */
export function startFrame(position: number, retryMs: number): Buffer {
  return Buffer.from(`retry: ${retryMs}\nid: ${position}\n\n`)
}

/** What was between `after` and `sequence` is not sent. */
export function resetFrame(reason: ResetReason, after: number, sequence: number): Buffer {
  return Buffer.from(
    `id: ${sequence}\nevent: reset\ndata: ${JSON.stringify({ reason, after, sequence })}\n\n`,
  )
}

/** A comment, so that whatever is in between does not take the line for dead. */
export const HEARTBEAT = Buffer.from(':\n\n')
