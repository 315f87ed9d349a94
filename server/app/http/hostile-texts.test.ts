// The time that reading a text takes grows with its length and no faster: a stranger's header or field holds everybody
// up while it is read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPERATIONS } from '../../../contract/operations.ts'
import { readBounce } from '../../adapters/mail/read-bounce.ts'
import { modeOfKey } from '../../features/teams/callers.ts'
import { csvLine } from '../../kernel/values/csv.ts'
import { parseDecimal } from '../../kernel/values/decimal.ts'
import { cleanAgentName } from './actor.ts'
import { acceptedEncoding, acceptedLanguage, waitSecondsOf } from './negotiation.ts'
import { isKnown } from './responses.ts'
import { tokenReader } from './session-authentication.ts'
import { readTags } from './versions.ts'

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

const LENGTH = 1_000
const GROWTH = 16
/** A square would be 16 times the growth. The shortest of many tries leaves out what a busy machine adds. */
const RATIO_MAX = GROWTH * 8
const TRIES = 20

function millisecondsOf(read: Reader, text: string): number {
  const begun = performance.now()
  try {
    read(text)
  } catch {
    // Refused is read too.
  }
  return performance.now() - begun
}

function growsTooFast(read: Reader, textOf: (length: number) => string): boolean {
  const [short, long] = [textOf(LENGTH), textOf(LENGTH * GROWTH)]
  let [least, most] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let n = 0; n < TRIES; n++) {
    least = Math.min(least, millisecondsOf(read, short))
    most = Math.min(most, millisecondsOf(read, long))
    if (most < least * GROWTH * 2) return false
  }
  return most > least * RATIO_MAX
}

function assertLinear(read: Reader, name: string): void {
  for (const textOf of HOSTILE)
    assert.equal(growsTooFast(read, textOf), false, `${name}: ${JSON.stringify(textOf(20))}`)
}

for (const [name, read] of Object.entries(READERS))
  test(`reading ${name} takes time by its length`, () => assertLinear(read, name))

function patternsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'pattern' && typeof inner === 'string' ? [inner] : patternsIn(inner),
  )
}

test('so does every pattern of a field, however long a text is sent', () => {
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
