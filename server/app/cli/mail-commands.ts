// Mails from the command line: what a mail server reports of them later, piped in by that server.

import { readBounce } from '../../adapters/mail/read-bounce.ts'
import { noteBounce } from '../../features/notifications/mails.ts'
import type { Terminal } from './terminal.ts'
import { withWorld } from './with-world.ts'

/** What matters stands at the beginning; what was returned may be long. */
const MESSAGE_BYTES_MAX = 64 * 1024
/** By which a mail server knows that it should try again later (sysexits.h). */
const TRY_LATER = 75

const SAID = {
  noted: 'The mail is marked as not delivered.',
  known: 'The mail was marked before.',
  unknown: 'There is no such mail any more.',
} as const

/** Whatever is no report of ours is taken and passed over: a mail server would return it to nobody. */
export async function bounceCommand(terminal: Terminal): Promise<void> {
  const bounce = readBounce(await readAll(terminal.input()))
  if (bounce === null) return terminal.say('This is no report that a mail of ours was not delivered.')
  try {
    await withWorld(terminal, async (world) => {
      const outcome = await noteBounce(world, bounce)
      if (outcome !== 'early') return terminal.say(SAID[outcome])
      terminal.sayError('The mail is only being sent.')
      terminal.endWith(TRY_LATER)
    })
  } catch (error) {
    terminal.sayError((error as Error).message)
    terminal.endWith(TRY_LATER)
  }
}

/** To its end, as whoever writes it waits for that. */
async function readAll(input: AsyncIterable<Buffer | string>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of input) {
    if (bytes < MESSAGE_BYTES_MAX) chunks.push(Buffer.from(chunk))
    bytes += chunk.length
  }
  return Buffer.concat(chunks).subarray(0, MESSAGE_BYTES_MAX)
}
