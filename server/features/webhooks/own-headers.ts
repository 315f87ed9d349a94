// Headers that a webhook's receiver wants, such as its credentials: encrypted at rest and never shown.
import { issueWith } from '../../../contract/phrases/issues.ts'
import { HEADER_VALUE_MAX } from '../../../contract/webhooks.ts'
import { encryptionContext, type SecretBox } from '../../kernel/crypto/secret-box.ts'
import { failField } from '../../kernel/values/fail.ts'

type Headers = Readonly<Record<string, string>>

const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/
/** Printable ASCII, without a space at either end. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/
/** Headers that deliveries carry anyway, or that belong to the connection. */
const RESERVED =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|user-agent|traceparent|tracestate|content-.*|proxy-.*|webhook-.*|x-service-.*)$/i

const contextOf = (webhookId: string) => encryptionContext('webhooks', 'headers', webhookId)

export function readHeaders(headers: Headers): Headers {
  const seen = new Set<string>()
  for (const [name, value] of Object.entries(headers)) {
    const field = `headers.${name.slice(0, 100)}`
    if (!NAME.test(name)) failField(field, 'must be the name of a header')
    if (RESERVED.test(name)) failField(field, 'is set by the service or belongs to the connection')
    if (seen.has(name.toLowerCase())) failField(field, 'was given already')
    seen.add(name.toLowerCase())
    if (value.length > HEADER_VALUE_MAX || !VALUE.test(value))
      failField(
        field,
        issueWith('must be 1 to {count} printable ASCII characters, without a space at the ends', {
          count: HEADER_VALUE_MAX,
        }),
      )
  }
  return headers
}

/** The columns of a webhook with these headers. */
export function headerColumns(box: SecretBox, webhookId: string, headers: Headers) {
  const header_names = Object.keys(headers)
  if (header_names.length === 0) return { headers: null, header_names }
  return { headers: box.encrypt(JSON.stringify(headers), contextOf(webhookId)), header_names }
}

export function openHeaders(
  box: SecretBox,
  { webhook_id, headers }: { readonly webhook_id: string; readonly headers: Buffer | null },
): Headers {
  return headers === null ? {} : JSON.parse(box.decrypt(headers, contextOf(webhook_id)))
}

/** Whether these are the stored headers: encrypting the same text again gives other bytes. */
export function isSameHeaders(
  box: SecretBox,
  stored: { readonly id: string; readonly headers: Buffer | null },
  headers: Headers,
): boolean {
  const known = openHeaders(box, { webhook_id: stored.id, headers: stored.headers })
  return JSON.stringify(known) === JSON.stringify(headers)
}
