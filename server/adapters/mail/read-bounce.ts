// Reads a delivery failure report (RFC 3464): which mail failed, and why. Only this part of the mail format
// is parsed. Reports are untrusted input: every pattern here runs in linear time.
import { isId } from '../../kernel/values/ids.ts'
import { shownWords } from '../../kernel/values/text.ts'

export interface Bounce {
  readonly mailId: string
  /** The text of the receiver's server. */
  readonly reason: string
}

const REASON_CHARACTERS_MAX = 200
/** More than is shown, because removed parts take room too. */
const WORDS_READ_MAX = 1000
/** The status at the beginning: of SMTP, of RFC 3463, or both. */
const STATUS = /^(?:\d{3}(?:[ -]|$))?(?:\d\.\d{1,3}\.\d{1,3}(?![.\w]))?/
/** A report has three parts; a message with many more is no report. */
const PARTS_MAX = 20

type Fields = ReadonlyMap<string, string>

interface Part {
  readonly type: string
  readonly encoding: string
  readonly content: string
}

/** Null if it is no failure report, or not of a mail of ours. */
export function readBounce(message: Buffer): Bounce | null {
  // Some forwarders put a line of their own in front.
  const whole = message
    .toString('latin1')
    .replace(/\r\n?/g, '\n')
    .replace(/^From .*\n/, '')
  const { fields, body } = opened(whole)
  const { type, boundary } = typeOf(fields)
  if (type !== 'multipart/report' || boundary === null) return null
  const parts = partsOf(body, boundary)
  const [about, ...receivers] = groupsOf(bodyOf(parts, /^message\/(?:global-)?delivery-status$/))
  const failed = receivers.find((receiver) => receiver.get('action')?.toLowerCase() === 'failed')
  if (about === undefined || failed === undefined) return null
  const returned = bodyOf(parts, /^(?:text\/rfc822-headers|message\/(?:rfc822|global|global-headers))$/)
  const mailId = idIn(about.get('original-envelope-id')) ?? idIn(opened(returned).fields.get('message-id'))
  return mailId === null ? null : { mailId, reason: reasonOf(failed) }
}

/** The header fields by lower-case name, and the body. */
function opened(text: string): { fields: Fields; body: string } {
  const end = text.search(/\n\n/)
  const head = end === -1 ? text : text.slice(0, end)
  return { fields: fieldsOf(head), body: end === -1 ? '' : text.slice(end + 2) }
}

/** A line that begins with a space continues the previous one. The first field of a name counts. */
function fieldsOf(head: string): Fields {
  const fields = new Map<string, string>()
  for (const line of head.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).trimEnd()
    if (/^[!-~]+$/.test(name)) fields.getOrInsert(name.toLowerCase(), line.slice(colon + 1).trim())
  }
  return fields
}

function typeOf(fields: Fields): { type: string; boundary: string | null } {
  const value = fields.get('content-type') ?? 'text/plain'
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(value) ?? []
  const [type = ''] = value.split(';', 1)
  return { type: type.trim().toLowerCase(), boundary: quoted ?? plain ?? null }
}

/** Parts are separated by two hyphens and the boundary; nested parts have another boundary. */
function partsOf(body: string, boundary: string): Part[] {
  const [, ...parts] = `\n${body}`.split(`\n--${boundary}`, PARTS_MAX)
  return parts
    .filter((part) => !part.startsWith('--'))
    .map((part) => {
      const { fields, body: content } = opened(part.replace(/^[ \t]*\n/, ''))
      return { type: typeOf(fields).type, encoding: fields.get('content-transfer-encoding') ?? '', content }
    })
}

/** Only the wanted part is decoded. */
function bodyOf(parts: readonly Part[], wanted: RegExp): string {
  const part = parts.find(({ type }) => wanted.test(type))
  return part === undefined ? '' : unpacked(part).replace(/\r\n?/g, '\n')
}

function unpacked({ content, encoding }: Part): string {
  if (encoding.toLowerCase() === 'base64') return Buffer.from(content, 'base64').toString('latin1')
  if (encoding.toLowerCase() !== 'quoted-printable') return content
  // The pattern starts at the `=`: searching spaces before it would be quadratic.
  return content
    .replace(/=[ \t]*\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** The message's group first, then one for each receiver. */
function groupsOf(status: string): Fields[] {
  return status
    .trim()
    .split(/\n[ \t]*\n/)
    .map(fieldsOf)
}

/** Our id: the whole envelope id, or the part before the @ of a Message-ID. */
function idIn(text = ''): string | null {
  const id = text.replace(/^<|>$/g, '').split('@', 1)[0] ?? ''
  return isId('mail', id) ? id : null
}

/** The text without its system prefix, made harmless; otherwise the status number. */
function reasonOf(receiver: Fields): string {
  const said = (receiver.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '')
  const reason = (said || (receiver.get('status') ?? '')).slice(0, WORDS_READ_MAX)
  const text = Buffer.from(reason, 'latin1').toString('utf8')
  const [status = ''] = STATUS.exec(text) ?? []
  const shown = `${status.trim()} ${shownWords(text.slice(status.length))}`.trim()
  return shown === '' ? 'no reason was given' : [...shown].slice(0, REASON_CHARACTERS_MAX).join('')
}
