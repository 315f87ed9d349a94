// Parses a mail like a mail program: folded headers, encoded words, nested parts. Written independently of
// nodemailer.

export interface ReadMail {
  /** Decoded, by their names in small letters. */
  headers: Record<string, string>
  text: string
  html: string
  attachments: { filename: string; contentType: string; content: Buffer }[]
  /** As received. */
  source: string
}

export function readMail(bytes: Buffer): ReadMail {
  // One character for each byte, so that binary parts survive.
  const source = bytes.toString('latin1')
  const mail: ReadMail = { headers: headersOf(source), text: '', html: '', attachments: [], source }
  readPart(source, mail)
  return mail
}

function readPart(source: string, mail: ReadMail): void {
  const headers = headersOf(source)
  const type = headers['content-type'] ?? 'text/plain'
  const boundary = parameterOf(type, 'boundary')
  if (boundary !== undefined) {
    const parts = source.split(`\r\n--${boundary}`).slice(1, -1)
    for (const part of parts) readPart(part.replace(/^\r\n/, ''), mail)
    return
  }
  const content = decoded(source.slice(source.indexOf('\r\n\r\n') + 4), headers['content-transfer-encoding'])
  const filename = parameterOf(headers['content-disposition'] ?? '', 'filename')
  if (filename !== undefined) mail.attachments.push({ filename, contentType: type.split(';')[0]!, content })
  else if (type.startsWith('text/html')) mail.html = content.toString('utf8')
  else mail.text = content.toString('utf8')
}

function headersOf(source: string): Record<string, string> {
  const block = source.split('\r\n\r\n')[0]!.replace(/\r\n[ \t]+/g, ' ')
  const lines = block.split('\r\n').filter((line) => line.includes(':'))
  return Object.fromEntries(
    lines.map((line) => {
      const cut = line.indexOf(':')
      return [line.slice(0, cut).toLowerCase(), words(line.slice(cut + 1).trim())]
    }),
  )
}

/** =?UTF-8?Q?...?= and =?UTF-8?B?...?=; the space between two such words is no part of the text. */
function words(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/(?:=\?utf-8\?[qb]\?[^?]*\?=)+/gi, (run) =>
      Buffer.concat(run.split('?==?').map(wordBytes)).toString('utf8'),
    )
}

function wordBytes(word: string): Buffer {
  const [, kind = '', text = ''] = /utf-8\?([qb])\?([^?]*)/i.exec(word) ?? []
  return kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : quotedBytes(text.replaceAll('_', ' '))
}

function decoded(body: string, encoding = '7bit'): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  const bytes =
    encoding === 'quoted-printable' ? quotedBytes(body.replace(/=\r\n/g, '')) : Buffer.from(body, 'latin1')
  return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
}

function quotedBytes(text: string): Buffer {
  const byteOf = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))
  return Buffer.from(text.replace(/=([0-9a-f]{2})/gi, byteOf), 'latin1')
}

function parameterOf(header: string, name: string): string | undefined {
  return new RegExp(`${name}="?([^";]+)`, 'i').exec(header)?.[1]
}
