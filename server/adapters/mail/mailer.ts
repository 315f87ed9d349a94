// Sends mail through the configured server. Without one nothing is sent: the mail stays stored, and the log
// says so.
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Transporter } from 'nodemailer'
import type { Log } from '../../kernel/process/log.ts'
import type { MailConfig } from './settings.ts'

export interface Mail {
  id: string
  from: string
  /** The display name, instead of the sender's own. */
  as?: string | undefined
  replyTo?: string | undefined
  /** One address. */
  to: string
  subject: string
  text: string
  html: string
  /** The unsubscribe link, for optional mails. */
  unsubscribe?: string | undefined
  attachments?: Attachment[]
}

export interface Attachment {
  filename: string
  contentType: string
  content: Buffer
  /** The id of an embedded picture. */
  cid?: string
}

export interface Mailer {
  readonly kind: 'smtp' | 'outbox'
  /**
   * Resolves when the mail server has accepted the mail; throws MailNotSent if it has not, or if that is
   * unknown.
   */
  send(mail: Mail): Promise<void>
  /** Aborts mails in flight. */
  close(): Promise<void>
}

/** The message is safe for logs; `reason` is the server's text, which may name the receiver. */
export class MailNotSent extends Error {
  readonly reason: string
  /** A retry would not help. */
  readonly isFinal: boolean

  constructor(cause: Error & { code?: string; responseCode?: number }) {
    const codes = [cause.code, cause.responseCode].filter((code) => code !== undefined)
    super(`the mail server did not take the mail (${codes.join(' ') || cause.name})`)
    this.name = 'MailNotSent'
    this.reason = cause.message
    // The receiver, not the message, was refused for good.
    this.isFinal = cause.code === 'EENVELOPE' && (cause.responseCode ?? 0) >= 500
  }
}

// A hanging server holds a slot of the worker, so it gets seconds; the retry comes in minutes anyway.
const LIMITS = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  // One retry if a kept connection is dead: the job does the other retries.
  maxRequeues: 1,
}

export function makeMailer(config: MailConfig, log: Log): Mailer {
  const { smtpUrl } = config
  const dkim = signerOf(config)
  return smtpUrl === null ? makeOutbox(log) : makeSmtpMailer(smtpUrl, dkim)
}

interface Signer {
  readonly domainName: string
  readonly keySelector: string
  readonly privateKey: string
}

/** Read at start, so that a missing key is noticed before an unsigned mail is sent. */
function signerOf({ dkimDomain, dkimSelector, dkimKeyFile }: MailConfig): Signer | undefined {
  if (dkimDomain === null && dkimSelector === null && dkimKeyFile === null) return undefined
  if (dkimDomain === null || dkimSelector === null || dkimKeyFile === null)
    throw new Error('MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR and MAIL_DKIM_KEY_FILE are needed together')
  const privateKey = readFileSync(dkimKeyFile, 'utf8')
  createPrivateKey(privateKey)
  return { domainName: dkimDomain, keySelector: dkimSelector, privateKey }
}

function makeOutbox(log: Log): Mailer {
  return {
    kind: 'outbox',
    async send({ id }) {
      log.info({ mail: id, kind: 'outbox' }, 'a mail was stored and not sent: SMTP_URL is not set')
    },
    async close() {},
  }
}

function makeSmtpMailer(url: string, dkim: Signer | undefined): Mailer {
  let opening: Promise<Transporter> | undefined
  return {
    kind: 'smtp',
    async send(mail) {
      opening ??= openTransport(url, dkim)
      const transport = await opening
      try {
        await transport.sendMail(messageOf(mail))
      } catch (error) {
        throw new MailNotSent(error as Error)
      }
    },
    async close() {
      const transport = await opening
      transport?.close({ force: true })
    },
  }
}

/**
 * Options in the URL's query override ours. The library is loaded by the first mail: most commands send none.
 */
async function openTransport(url: string, dkim: Signer | undefined): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const noReading = { disableFileAccess: true, disableUrlAccess: true }
  const requireTLS = sendsPasswordAbroad(url)
  return createTransport({ pool: true, url, ...LIMITS, ...noReading, requireTLS, ...(dkim && { dkim }) })
}

/** A password leaves this machine only encrypted, even if an attacker hides the server's STARTTLS. */
function sendsPasswordAbroad(url: string): boolean {
  const { password, hostname } = new URL(url)
  return password !== '' && !/^(?:localhost|127\.[\d.]+|\[::1\])$/i.test(hostname)
}

function messageOf({ id, from, as, replyTo, to, subject, text, html, unsubscribe, attachments = [] }: Mail) {
  return {
    // Objects are one address each, whatever they contain.
    from: as === undefined ? from : { name: as, address: addressOf(from) },
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    html,
    attachments,
    // The same at every attempt, so that duplicates are recognised.
    messageId: `<${id}@${domainOf(from)}>`,
    // If the server supports it, a later failure returns our id, without attachments.
    dsn: { id, return: 'headers', notify: ['failure'], recipient: to },
    // Asks auto-responders not to reply (RFC 3834).
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe !== undefined && { 'List-Unsubscribe': `<${unsubscribe}>` }),
    },
  }
}

/** Without the display name. */
function addressOf(from: string): string {
  return /<([^<>]+)>$/.exec(from)?.[1] ?? from
}

function domainOf(from: string): string {
  return /@([^\s>]+)>?$/.exec(from)![1]!
}
