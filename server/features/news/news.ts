// Mails the agency about events of its quotes, invoices and bookings.
import { PANEL_PATH } from '../../../contract/links.ts'
import type { NewsKind, TeamLanguage } from '../../../contract/team-profile.ts'
import { lockInTransaction } from '../../kernel/db/db.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { scheduledKeys } from '../../kernel/jobs/schedule.ts'
import { type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { shortMoment } from '../../render/itinerary/itinerary.ts'
import { layoutMail } from '../../render/mail/mail.ts'
import { DOCUMENT_WORDS } from '../documents/words.ts'
import { findEvent } from '../events/store.ts'
import type { WrittenMail } from '../notifications/queue-mail.ts'
import { languageOf, queueMail } from '../notifications/queue-mail.ts'
import { wantsMail } from '../teams/notify.ts'
import { demandTeam, type Team } from '../teams/store.ts'
import type { World } from '../world.ts'
import { readNews } from './facts.ts'
import { agencyNewsJob, isNewsEvent, NEWS_KINDS } from './jobs.ts'
import { recordNews, unsentNews } from './store.ts'
import type { NewsFacts } from './words.ts'
import { NEWS_WORDS } from './words.ts'

/** Listed in one mail; further news are only counted. */
const SHOWN_MAX = 40
/** Kinds named in a subject; if there are more, the subject has only their number. */
const KINDS_MAX = 3

interface Recipient {
  /** The public address of the service. */
  readonly url: string
  readonly team: Pick<Team, 'name' | 'language' | 'time_zone'>
  /** `queueMail` marks the subject of every mail of test mode. */
  readonly isTest: boolean
}

export function newsMail(news: readonly News[], { url, team, isTest }: Recipient): WrittenMail {
  const language = languageOf(team)
  const words = NEWS_WORDS[language]
  const { simulated, simulationSubject } = DOCUMENT_WORDS[language]
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
  const { counts, and, title } = NEWS_WORDS[language]
  const byKind = Map.groupBy(news, ({ kind }) => kind)
  if (byKind.size > KINDS_MAX) return title(news.length)
  const parts = [...byKind].map(([kind, { length }]) => counts[kind](length))
  const [lastPart = ''] = parts.slice(-1)
  const others = parts.slice(0, -1).join(', ')
  return others === '' ? lastPart : `${others} ${and} ${lastPart}`
}

export interface News {
  readonly kind: NewsKind
  readonly facts: NewsFacts
  readonly at: Date
  /** The invoice, quote, booking or return. */
  readonly aboutId: string
  /** The panel's path to it. */
  readonly path: string
  /** No real money moved. */
  readonly isSimulated: boolean
}

const NO_FACTS: NewsFacts = {
  client: '',
  number: '',
  amount: '',
  left: '',
  due: '',
  reason: '',
  by: '',
  uncovered: '',
}

/** Null if another event covers the same news, or if the object was deleted. */
async function newsOf(world: World, tx: Tx, eventId: string, language: TeamLanguage): Promise<News | null> {
  const event = await findEvent(tx, tx.owner, eventId)
  if (event === undefined) return null
  const { type, created_at, data } = JSON.parse(event.payload)
  if (!isNewsEvent(type)) return null
  const news = await readNews({ world, tx, language }, type, data.object)
  const more = { kind: NEWS_KINDS[type], at: new Date(created_at), aboutId: data.object.id }
  return news && { ...news, ...more, facts: { ...NO_FACTS, ...news.facts } }
}

/** Events that one mail covers at most. */
const TAKEN_MAX = 500

export async function sendNews(world: World, { job, last }: TaskOf<typeof agencyNewsJob>): Promise<void> {
  await transaction(world, last, async (tx) => {
    if ((await unsentNews(tx, [job.key])).length === 0) return
    // One job of a team at a time, so that a second job finds the events of the first as sent.
    await lockInTransaction(tx, `news of ${tx.owner.teamId} ${tx.owner.mode}`)
    const waiting = await scheduledKeys(tx, agencyNewsJob, TAKEN_MAX)
    const unsent = await unsentNews(tx, [...new Set([job.key, ...waiting])].sort())
    if (unsent.length === 0) return
    const team = await demandTeam(tx, tx.owner.teamId)
    const covered: { eventId: string; aboutId: string | null }[] = []
    const news: News[] = []
    for (const eventId of unsent) {
      const one = await newsOf(world, tx, eventId, languageOf(team))
      covered.push({ eventId, aboutId: one?.aboutId ?? null })
      if (one !== null && wantsMail(team, one.kind)) news.push(one)
    }
    const recipient = { url: world.address.url, team, isTest: tx.owner.mode === 'test' }
    const mail = news.length === 0 ? null : newsMail(news, recipient)
    const about = failedBookingOf(news)
    const mailId =
      mail &&
      (await queueMail(tx, {
        key: `news ${unsent[0]}`,
        category: 'optional',
        to: team.email,
        ...mail,
        about,
      }))
    await recordNews(tx, covered, mailId, tx.now)
  })
}

/** The booking whose page lists the mail. */
function failedBookingOf(news: readonly News[]): string | undefined {
  const failed = news.filter(({ kind }) => kind === 'booking_failed')
  return failed.length === 1 ? failed[0]?.aboutId : undefined
}
