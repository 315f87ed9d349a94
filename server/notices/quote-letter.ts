// The mail with a quote: what it comes to, until when it is valid, and where it is answered.
import type { TeamLanguage } from '../../contract/team-profile.ts'
import type { Cents } from '../base/values/money.ts'
import { moneyText, shortDate } from '../paper/itinerary/itinerary-words.ts'
import type { Letterhead } from '../paper/letterhead.ts'
import { layoutMail } from '../paper/mail/mail-layout.ts'
import { shownName } from '../rules/shown-name.ts'
import type { WrittenMail } from './booking-mail.ts'
import { MAIL_WORDS } from './words/mail-words.ts'

interface QuoteFacts {
  readonly clientName: string
  readonly teamName: string
  readonly totalCents: Cents
  readonly validUntil: string | null
  readonly url: string
}

export function quoteLetter(
  { clientName, teamName, totalCents, validUntil, url }: QuoteFacts,
  language: TeamLanguage,
  sender: Letterhead,
): WrittenMail {
  const { letter, action, total, until: untilWord } = MAIL_WORDS[language].quote
  const { hello, summary } = MAIL_WORDS[language].invoice
  const until = validUntil && shortDate(Temporal.PlainDate.from(validUntil), language)
  const amount = moneyText(totalCents, language)
  const { subject, title, paragraphs } = letter({ team: teamName, amount, until })
  const valid = until === null ? [] : [{ label: untilWord, value: until }]
  const written = layoutMail({
    language,
    title,
    preview: paragraphs[0],
    paragraphs: [hello(shownName(clientName)), ...paragraphs],
    blocks: [{ kind: 'rows', title: summary, rows: [{ label: total, value: amount }, ...valid] }],
    action: { label: action, url },
    sender,
  })
  return { subject, ...written }
}
