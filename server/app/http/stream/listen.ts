// One who listens, as a stream of bytes: what is given is sent at once, and who does not read is given up, so that
// nobody's memory is ours.
import { Readable } from 'node:stream'
import { HEARTBEAT } from '../../../features/events/feed.ts'
import type { Listener } from '../../../features/events/feed.ts'
import type { Caller } from '../../../features/teams/caller.ts'

/** Of what was given and not read; the frames themselves are shared by all who are given the same. */
const UNREAD_BYTES_MAX = 1024 * 1024
const READ_ENOUGH_BYTES = 64 * 1024

export type StreamEnd = 'left' | 'slow' | 'refused' | 'stopped' | 'failed'

export interface OpenStream extends Listener {
  readonly content: Readable
  /** As they were found last. */
  caller: Caller
  /** Why it ended; `left` unless it was ended here. */
  readonly ended: StreamEnd
  beat(): void
  end(why: StreamEnd): void
}

/** `isPast`: whether that caller's time is over. */
export function listen(caller: Caller, isPast: (caller: Caller) => boolean): OpenStream {
  let readMore = () => {}
  let wasUnread = false
  let ended: StreamEnd = 'left'
  const content = new Readable({
    read: () => readMore(),
    destroy(error, done) {
      readMore()
      done(error)
    },
  })
  const stream: OpenStream = {
    content,
    caller,
    position: 0,
    turn: 0,
    get ended() {
      return ended
    },
    get permissions() {
      return stream.caller.permissions
    },
    give(frames) {
      if (content.destroyed || ended !== 'left') return
      if (isPast(stream.caller)) return stream.end('refused')
      content.push(frames)
      if (content.readableLength > UNREAD_BYTES_MAX) stream.end('slow')
    },
    drained: () =>
      new Promise((resolve) => {
        readMore = () => {
          if (content.readableLength <= READ_ENOUGH_BYTES || content.destroyed) resolve()
        }
        readMore()
      }),
    /** Nothing read between two of them: nobody is there. */
    beat() {
      const isUnread = content.readableLength > 0
      if (isUnread && wasUnread) stream.end('slow')
      else stream.give(HEARTBEAT)
      wasUnread = isUnread
    },
    end(why) {
      if (content.destroyed || ended !== 'left') return
      ended = why
      stream.turn++
      // What is still unread would keep it open.
      if (content.readableLength > 0) content.destroy()
      else content.push(null)
    },
  }
  return stream
}
