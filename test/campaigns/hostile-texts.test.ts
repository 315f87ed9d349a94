// The time that reading a text takes grows with its length and no faster: a stranger's header or field holds everybody
// up while it is read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPERATIONS } from '../../contract/operations.ts'
import { readBounce } from '../../server/adapters/mail/read-bounce.ts'
import { cleanAgentName } from '../../server/app/http/actor.ts'
import { acceptedEncoding, acceptedLanguage, waitSecondsOf } from '../../server/app/http/negotiation.ts'
import { isKnown } from '../../server/app/http/responses.ts'
import { tokenReader } from '../../server/app/http/session-authentication.ts'
import { readTags } from '../../server/app/http/versions.ts'
import { modeOfKey } from '../../server/features/teams/callers.ts'
import { csvLine } from '../../server/kernel/values/csv.ts'
import { parseDecimal } from '../../server/kernel/values/decimal.ts'

type Reader = (text: string) => unknown

const READERS: Readonly<Record<string, Reader>> = {
  Accept: acceptedEncoding,
  'Accept-Language': acceptedLanguage,
  Authorization: modeOfKey,
  Cookie: tokenReader({ publicUrl: null }),
  'If-Match': readTags,
  'If-None-Match': (text) => isKnown(text, '"a"'),
  Prefer: waitSecondsOf,
  'User-Agent': cleanAgentName,
  'a bounced mail': (text) => readBounce(Buffer.from(`Content-Type: multipart/report;${text}\n\n${text}`)),
  'a cell of a file': (text) => csvLine([text]),
  'a decimal': parseDecimal,
}

const BEGINNINGS = ['', '"a"', 'wait', 'wait=', 'pt;q', 'Bearer ', 'a@', '1']
const REPEATED = [
  ' ',
  '\t',
  ',',
  ';',
  '@',
  '"',
  '.',
  '-',
  '=',
  '0',
  'a',
  '\n',
  'a,',
  '; ',
  '" ',
  '@a',
  '1 ',
  'W/',
]
const ENDS = ['', 'x', ' ', '!']
const HOSTILE = BEGINNINGS.flatMap((beginning) =>
  REPEATED.flatMap((part) =>
    ENDS.map((end) => (length: number) => beginning + part.repeat(length / part.length) + end),
  ),
)

/** By length, some milliseconds; by its square, seconds. */
const LENGTH = 64_000
const CPU_MS_MAX = 500

/** Processor time of this thread, which other processes do not lengthen. */
function cpuMillisecondsOf(read: Reader, text: string): number {
  const before = process.threadCpuUsage()
  try {
    read(text)
  } catch {
    // Refused is read too.
  }
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

function assertLinear(read: Reader, name: string): void {
  for (const textOf of HOSTILE) {
    const spent = cpuMillisecondsOf(read, textOf(LENGTH))
    assert.ok(spent < CPU_MS_MAX, `${name}: ${JSON.stringify(textOf(20))} took ${spent} ms`)
  }
}

for (const [name, read] of Object.entries(READERS))
  test(`reading ${name} takes time proportional to its length`, () => assertLinear(read, name))

function patternsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'pattern' && typeof inner === 'string' ? [inner] : patternsIn(inner),
  )
}

test('so does every pattern of a field, for any length of text', () => {
  const inputs = Object.values(OPERATIONS).map((operation) => {
    const { body, query, params } = Object(operation)
    return [body, query, params]
  })
  const patterns = new Set(patternsIn(inputs))
  assert.ok(patterns.size > 5)
  for (const pattern of patterns) {
    const expression = new RegExp(pattern, 'u')
    assertLinear((text) => expression.test(text), pattern)
  }
})
