// Finds states that are named where the tables of states should be asked.
import { type Files, isTestCode } from './project-files.ts'
import { lineAt, withoutComments } from './source-text.ts'

/** Where the same words are states of something else, or where the tables themselves are; why, for each. */
export const OTHER_STATES: Readonly<Record<string, string>> = {
  'server/rules/': 'the tables',
  'server/http/openapi/examples.ts': 'what examples of requests say',
  'server/outside/': 'what banks, carriers and messengers say of theirs',
  'server/paper/': 'what a page shows of a view',
  'server/bookings/hold-booking.ts': 'of an order at its carrier',
  'server/notices/mail-store.ts': 'of a mail',
  'server/notices/mail-erasing-store.ts': 'of a mail',
  'server/notices/send-mail.ts': 'of a mail',
  'server/notices/message-store.ts': 'of a message',
  'server/notices/message-receipt-store.ts': 'of a message',
  'server/notices/read-messages.ts': 'of a message',
  'server/notices/send-message.ts': 'of a message',
  'server/webhooks/attempt-store.ts': 'of a delivery',
  'server/webhooks/replay-deliveries.ts': 'of a delivery',
}

/** A line on which a status is spoken of and a state is written out, in code or in SQL. */
export function namedStatesIn(
  files: Files,
  states: readonly string[],
  elsewhere: readonly string[] = Object.keys(OTHER_STATES),
): string[] {
  const named = new RegExp(`['"](?:${states.join('|')})['"]`)
  return [...files].flatMap(([path, text]) => {
    if (!path.endsWith('.ts') || isTestCode(path)) return []
    if (elsewhere.some((place) => path.startsWith(place))) return []
    const code = withoutComments(text)
    return [...code.matchAll(/^.*status.*$/gim)]
      .filter(([line]) => named.test(line))
      .map(({ 0: line, index }) => `${path}:${lineAt(code, index)} ${line.trim()}`)
  })
}
