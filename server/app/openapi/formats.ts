// Which texts of the API are dates, times, addresses and ids: told by what they are called and how they are described,
// as validators of requests have no use for it and the code reads them itself.

const BY_PATTERN: Readonly<Record<string, string>> = {
  '^\\d{4}-\\d{2}-\\d{2}$': 'date',
  '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$': 'date-time',
}

interface Text {
  readonly type?: string | string[]
  readonly pattern?: string
  readonly description?: string
}

/** `key` is the name of the field that holds it. */
export function formatOf(key: string, { type, pattern = '', description = '' }: Text): string | undefined {
  if (type !== 'string') return undefined
  if (pattern in BY_PATTERN) return BY_PATTERN[pattern]
  if (/YYYY-MM-DD|^(?:From|Up to) this day/.test(description)) return 'date'
  if (/^ISO 8601 timestamp|\(timestamp\)/.test(description)) return 'date-time'
  if (description === 'UUID') return 'uuid'
  if (/(?:^|_)email$|^reply_to$/.test(key)) return 'email'
  if (/(?:^|_)url$|^website$/.test(key)) return 'uri'
  return undefined
}
