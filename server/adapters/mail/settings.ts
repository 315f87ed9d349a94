// Settings of mails: the mail server, the sender, and limits.
import { anyText, optional, setting, type ValuesOf, wholeNumber } from '../../kernel/process/settings.ts'

const MAILS = wholeNumber(0, 10_000_000)

export const MAIL_SETTINGS = {
  smtpUrl: optional('SMTP_URL', smtpUrl, 'Mail server; without it mails are kept in the table `mails`'),
  mailFrom: setting('MAIL_FROM', 'Embarque <embarque@localhost>', oneAddress, 'Sender of all mails'),
  dkimDomain: optional(
    'MAIL_DKIM_DOMAIN',
    oneWord,
    'Domain that mails are signed for (DKIM), as that of MAIL_FROM',
  ),
  dkimSelector: optional('MAIL_DKIM_SELECTOR', oneWord, 'Name of the key in the DNS, before ._domainkey'),
  dkimKeyFile: optional('MAIL_DKIM_KEY_FILE', anyText, 'File with the private key (PEM); all three, or none'),
  mailLimitPerHour: setting(
    'MAIL_LIMIT_PER_HOUR',
    '3000',
    MAILS,
    'Mails of a team and mode within an hour; 0 is no limit',
  ),
  mailLimitPerReceiver: setting(
    'MAIL_LIMIT_PER_RECEIVER',
    '20',
    MAILS,
    'Mails of a team to one address within an hour, ten times as many to its own; 0 is no limit',
  ),
  mailLimitAllTeams: setting(
    'MAIL_LIMIT_ALL_TEAMS',
    '100',
    MAILS,
    'The same of all teams together; 0 is no limit',
  ),
} as const

export type MailConfig = ValuesOf<typeof MAIL_SETTINGS>

function oneWord(text: string): string {
  if (!/^[A-Za-z0-9._-]+$/.test(text)) throw new Error('must be letters, digits, dots and hyphens')
  return text
}

/** Kept unchanged: user name and password are for the mail server alone. */
function smtpUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new Error('must look like smtp://user:password@host:587 or smtps://user:password@host')
  return text
}

const ADDRESS = String.raw`[^\s"<>,;@]+@[^\s"<>,;@]+`
const NAME = String.raw`"[^"\\<>\r\n]*"|[^"\\<>()[\]:;,@\r\n]*`

/** With or without a display name; several addresses would make the sender ambiguous. */
function oneAddress(text: string): string {
  if (!new RegExp(`^(?:${ADDRESS}|(?:${NAME})\\s*<${ADDRESS}>)$`).test(text))
    throw new Error('must be one address, such as Embarque <mail@example.com>')
  return text
}
