// Settings of mails: the mail server and the sender.
import { optional, setting, type ValuesOf } from '../../base/process/setting.ts'

export const MAIL_SETTINGS = {
  smtpUrl: optional('SMTP_URL', smtpUrl, 'Mail server; without it mails are kept in the table `mails`'),
  mailFrom: setting('MAIL_FROM', 'Embarque <embarque@localhost>', oneAddress, 'Sender of all mails'),
} as const

export type MailConfig = ValuesOf<typeof MAIL_SETTINGS>

/** As it was written: the user name and password in it are for the mail server alone. */
function smtpUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new Error('must look like smtp://user:password@host:587 or smtps://user:password@host')
  return text
}

const ADDRESS = String.raw`[^\s"<>,;@]+@[^\s"<>,;@]+`
const NAME = String.raw`"[^"\\<>\r\n]*"|[^"\\<>()[\]:;,@\r\n]*`

/** Bare or with a name in front; several would make it unclear who wrote. */
function oneAddress(text: string): string {
  if (!new RegExp(`^(?:${ADDRESS}|(?:${NAME})\\s*<${ADDRESS}>)$`).test(text))
    throw new Error('must be one address, such as Embarque <mail@example.com>')
  return text
}
