// Reads the report of a mail server that a mail of ours did not arrive after all (RFC 3464), as it comes by mail: which
// mail it was, and why. Of the whole language of mails only what such a report is made of is understood. Anybody can
// send one: no pattern here may look at a run of characters more than once.
import { isId } from '../../kernel/values/ids.ts'
import { shownWords } from '../../kernel/values/text.ts'

export interface Bounce {
  readonly mailId: string
  /** What the server of the receiver said. */
  readonly reason: string
}

const REASON_CHARACTERS_MAX = 200
/** More than is shown of them: what is left out takes room too. */
const WORDS_READ_MAX = 1000
/** With which servers begin: of SMTP, of RFC 3463, or both. */
const STATUS = /^(?:\d{3}(?:[ -]|$))?(?:\d\.\d{1,3}\.\d{1,3}(?![.\w]))?/
/** A report has three parts; whatever has many more is no report. */
const PARTS_MAX = 20

type Fields = ReadonlyMap<string, string>

interface Part {
  readonly type: string
  readonly encoding: string
  readonly content: string
}

/** Null for what is no report of a failure, or not of a mail of ours. */
export function readBounce(message: Buffer): Bounce | null {
  // Some that hand mails on put a line of their own before them.
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

/** The fields above the first empty line, by their names in small letters, and what is below it. */
function opened(text: string): { fields: Fields; body: string } {
  const end = text.search(/\n\n/)
  const head = end === -1 ? text : text.slice(0, end)
  return { fields: fieldsOf(head), body: end === -1 ? '' : text.slice(end + 2) }
}

/** A line that begins with a space goes on with the one before. The first of a name counts. */
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

/** Between lines of two hyphens and the boundary; those of what is enclosed in a part have others. */
function partsOf(body: string, boundary: string): Part[] {
  const [, ...parts] = `\n${body}`.split(`\n--${boundary}`, PARTS_MAX)
  return parts
    .filter((part) => !part.startsWith('--'))
    .map((part) => {
      const { fields, body: content } = opened(part.replace(/^[ \t]*\n/, ''))
      return { type: typeOf(fields).type, encoding: fields.get('content-transfer-encoding') ?? '', content }
    })
}

/** Only what is wanted is unpacked. */
function bodyOf(parts: readonly Part[], wanted: RegExp): string {
  const part = parts.find(({ type }) => wanted.test(type))
  return part === undefined ? '' : unpacked(part).replace(/\r\n?/g, '\n')
}

function unpacked({ content, encoding }: Part): string {
  if (encoding.toLowerCase() === 'base64') return Buffer.from(content, 'base64').toString('latin1')
  if (encoding.toLowerCase() !== 'quoted-printable') return content
  // Each = has the spaces behind it to itself: were those before it looked for, each of many would be begun with anew.
  return content
    .replace(/=[ \t]*\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** Of the message first, then of each of its receivers. */
function groupsOf(status: string): Fields[] {
  return status
    .trim()
    .split(/\n[ \t]*\n/)
    .map(fieldsOf)
}

/** As we wrote it: the whole envelope id, or what stands before the @ of a Message-ID. */
function idIn(text = ''): string | null {
  const id = text.replace(/^<|>$/g, '').split('@', 1)[0] ?? ''
  return isId('mail', id) ? id : null
}

/** Its words without the kind of system that said them, as those of any stranger; else the number of the status. */
function reasonOf(receiver: Fields): string {
  const said = (receiver.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '')
  const told = (said || (receiver.get('status') ?? '')).slice(0, WORDS_READ_MAX)
  const text = Buffer.from(told, 'latin1').toString('utf8')
  const [status = ''] = STATUS.exec(text) ?? []
  const shown = `${status.trim()} ${shownWords(text.slice(status.length))}`.trim()
  return shown === '' ? 'no reason was told' : [...shown].slice(0, REASON_CHARACTERS_MAX).join('')
}
