// The mail that tells an agency what happened: one thing, or several that came together.
import { PANEL_PATH } from '../../../contract/links.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import { shortMoment } from '../../render/itinerary/short-moment.ts'
import { layoutMail } from '../../render/mail/mail-layout.ts'
import type { WrittenMail } from '../bookings/booking-mail.ts'
import { languageOf } from '../notifications/language-of.ts'
import { MAIL_WORDS } from '../notifications/words/mail-words.ts'
import type { Team } from '../teams/team-store.ts'
import type { News } from './news-of-event.ts'

/** Shown in one mail; the others are counted. */
const SHOWN_MAX = 40
/** Named in a subject; where there are more, they are only counted. */
const KINDS_MAX = 3

interface Reader {
  /** Where we are reached. */
  readonly url: string
  readonly team: Pick<Team, 'name' | 'language' | 'time_zone'>
  /** Its subject is marked as it is stored. */
  readonly isTest: boolean
}

export function newsMail(news: readonly News[], { url, team, isTest }: Reader): WrittenMail {
  const language = languageOf(team)
  const words = MAIL_WORDS[language].news
  const { simulated, simulationSubject } = MAIL_WORDS[language].invoice
  const isAllSimulated = !isTest && news.every(({ isSimulated }) => isSimulated)
  const entries = news.slice(0, SHOWN_MAX).map(({ kind, facts, at, isSimulated }) => {
    const { text, detail } = words.lines[kind](facts)
    const more = [detail, shortMoment(at, team.time_zone, language), ...(isSimulated ? [simulated] : [])]
    return { text, detail: more.join(' · ') }
  })
  const [first] = news
  const isOne = news.length === 1 && first !== undefined
  const subject = isOne ? [entries[0]?.text, first.facts.amount].join(', ') : countsOf(news, language)
  const hidden = news.length - entries.length
  const others = hidden === 0 ? [] : [{ text: '', detail: words.more(hidden) }]
  const written = layoutMail({
    language,
    title: isOne ? (entries[0]?.text ?? '') : words.title(news.length),
    preview: entries.map(({ text }) => text).join(' · '),
    paragraphs: isOne ? entries.map(({ detail }) => detail) : [],
    blocks: isOne ? [] : [{ kind: 'list', title: words.list, entries: [...entries, ...others] }],
    action: { label: words.action, url: `${url}${PANEL_PATH}${isOne ? first.path : ''}` },
    footer: words.choices(team.name),
  })
  return { subject: isAllSimulated ? `${simulationSubject} ${subject}` : subject, ...written }
}

/** 2 faturas pagas, 1 orçamento aceito e 1 fatura vencida */
function countsOf(news: readonly News[], language: TeamLanguage): string {
  const { counts, and, title } = MAIL_WORDS[language].news
  const byKind = Map.groupBy(news, ({ kind }) => kind)
  if (byKind.size > KINDS_MAX) return title(news.length)
  const parts = [...byKind].map(([kind, { length }]) => counts[kind](length))
  const [lastPart = ''] = parts.slice(-1)
  const others = parts.slice(0, -1).join(', ')
  return others === '' ? lastPart : `${others} ${and} ${lastPart}`
}
