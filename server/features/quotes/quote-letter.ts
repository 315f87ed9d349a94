// What the client of a quote reads, by mail and on the phone: its number, what it comes to, until when it is valid, and
// where it is answered.
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { Cents } from '../../kernel/values/money.ts'
import { moneyText, shortDate } from '../../render/itinerary/itinerary-words.ts'
import type { Letterhead } from '../../render/letterhead.ts'
import { layoutMail } from '../../render/mail/mail-layout.ts'
import type { WrittenMail } from '../bookings/booking-mail.ts'
import { MAIL_WORDS } from '../notifications/words/mail-words.ts'

export interface QuoteFacts {
  readonly clientName: string
  readonly teamName: string
  readonly number: string
  /** Of each option, or of the quote itself. */
  readonly totalsCents: readonly [Cents, ...Cents[]]
  readonly validUntil: string | null
  readonly url: string
}

export function quoteLetter(facts: QuoteFacts, language: TeamLanguage, sender: Letterhead): WrittenMail {
  const { letter, action, number, total, until: untilWord } = MAIL_WORDS[language].quote
  const { hello, summary } = MAIL_WORDS[language].invoice
  const quoted = quotedIn(facts, language)
  const { subject, title, paragraphs } = letter(quoted)
  const valid = quoted.until === null ? [] : [{ label: untilWord, value: quoted.until }]
  const rows = [{ label: number, value: quoted.number }, { label: total, value: quoted.amount }, ...valid]
  const written = layoutMail({
    language,
    title,
    preview: paragraphs[0],
    paragraphs: [hello(facts.clientName), ...paragraphs],
    blocks: [{ kind: 'rows', title: summary, rows }],
    action: { label: action, url: facts.url },
    sender,
  })
  return { subject, ...written }
}

/** One text to be kept, and the same words as the values of a template's places, in order. */
export function quoteMessage(
  facts: QuoteFacts,
  language: TeamLanguage,
): { text: string; parameters: string[] } {
  const { sentence, validity, action } = MAIL_WORDS[language].quote
  const quoted = quotedIn(facts, language)
  const { team, number, amount, until } = quoted
  return {
    text: [
      MAIL_WORDS[language].invoice.hello(facts.clientName),
      sentence(quoted),
      `${action}:\n${facts.url}`,
    ].join('\n\n'),
    parameters: [facts.clientName, team, number, amount, validity(until)],
  }
}

function quotedIn({ teamName, number, totalsCents, validUntil }: QuoteFacts, language: TeamLanguage) {
  const [first, ...others] = totalsCents
  const lowest = moneyText(
    others.reduce((least, cents) => (cents < least ? cents : least), first),
    language,
  )
  return {
    team: teamName,
    number,
    amount: others.length === 0 ? lowest : MAIL_WORDS[language].quote.from(lowest),
    until: validUntil && shortDate(Temporal.PlainDate.from(validUntil), language),
  }
}
