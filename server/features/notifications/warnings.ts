// Mails by which people notice a thief, or get back what is theirs: told by the first word of their keys. Nobody may
// use up the room that these have, nor have them emptied.

/** About an account, a person, a bank, and the agency itself. */
const KINDS = ['account', 'person', 'provider', 'team'] as const

/** As PostgreSQL matches it. */
export const IS_WARNING = `key ~ '^(?:${KINDS.join('|')}) '`

/** Which of them it is; null for all other mails. */
export function warningKindOf(key: string): string | null {
  const [word = ''] = key.split(' ', 1)
  return KINDS.find((kind) => kind === word && key.length > word.length) ?? null
}
