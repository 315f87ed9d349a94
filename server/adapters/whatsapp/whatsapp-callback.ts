// Reads what WhatsApp calls us with: the challenge by which it finds out whether an address is ours, and what became of
// messages. Everything else that it tells (answers of clients, news of the account) is passed over.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import Type from 'typebox'
import { shapeReader } from '../../kernel/values/shape-reader.ts'

/** What became of a message that was taken. */
export interface Receipt {
  /** The messaging app's id of the message. */
  readonly providerId: string
  readonly status: 'delivered' | 'read' | 'failed'
  /** Null where it was not told. */
  readonly at: Date | null
  /** Why it failed. */
  readonly error: string | null
}

/** More than it sends in one call. */
const RECEIPTS_MAX = 1_000
const ERROR_CHARACTERS_MAX = 500

const readCallback = shapeReader(
  Type.Object({
    entry: Type.Array(
      Type.Object({
        changes: Type.Array(
          Type.Object({ value: Type.Object({ statuses: Type.Optional(Type.Array(Type.Unknown())) }) }),
        ),
      }),
    ),
  }),
)
const Fault = Type.Object({
  code: Type.Optional(Type.Number()),
  title: Type.Optional(Type.String()),
  error_data: Type.Optional(Type.Object({ details: Type.Optional(Type.String()) })),
})
const readStatus = shapeReader(
  Type.Object({
    id: Type.String({ minLength: 1, maxLength: 500 }),
    status: Type.Enum(['delivered', 'read', 'failed']),
    timestamp: Type.Optional(Type.String()),
    errors: Type.Optional(Type.Array(Fault)),
  }),
)

/** One that we have no use for is passed over, and the others are read. */
export function readReceipts(body: unknown): Receipt[] {
  const told = readCallback(body)?.entry.flatMap(({ changes }) => changes) ?? []
  return told
    .flatMap(({ value }) => value.statuses ?? [])
    .slice(0, RECEIPTS_MAX)
    .flatMap((one) => {
      const read = readStatus(one)
      if (read === null) return []
      const { id, status, timestamp, errors } = read
      const error = status === 'failed' ? reasonOf(errors?.[0]) : null
      return [{ providerId: id, status, at: timeOf(timestamp), error }]
    })
}

/** Its number, which the documentation explains, and its words. */
function reasonOf(fault: Type.Static<typeof Fault> | undefined): string {
  const { code, title, error_data } = fault ?? {}
  const words = [code, error_data?.details ?? title].filter((part) => part !== undefined).join(' ')
  return words.replaceAll('\0', '').slice(0, ERROR_CHARACTERS_MAX) || 'no reason was told'
}

/** Seconds since 1970, as text. */
function timeOf(timestamp: string | undefined): Date | null {
  return timestamp !== undefined && /^\d{9,11}$/.test(timestamp) ? new Date(Number(timestamp) * 1000) : null
}

/** Whether these bytes were signed with the secret of our app. */
export function isSignedBy(appSecret: string, raw: Buffer, signature: string | undefined): boolean {
  const expected = `sha256=${createHmac('sha256', appSecret).update(raw).digest('hex')}`
  return isSameText(expected, signature ?? '')
}

/** What is to be answered to a challenge; undefined where it is none, or of somebody who does not know the token. */
export function answerToChallenge(verifyToken: string, asked: Challenge): string | undefined {
  const challenge = asked['hub.challenge'] ?? ''
  const isRight =
    asked['hub.mode'] === 'subscribe' && isSameText(verifyToken, asked['hub.verify_token'] ?? '')
  return isRight && /^[\w-]{1,200}$/.test(challenge) ? challenge : undefined
}

interface Challenge {
  readonly 'hub.mode'?: string
  readonly 'hub.verify_token'?: string
  readonly 'hub.challenge'?: string
}

/** In a time that tells nothing of where they differ. */
function isSameText(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}
