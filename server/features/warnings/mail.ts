// The daily mail about open warnings.
import { PANEL_PATH, PANEL_SCREENS } from '../../../contract/links.ts'
import { WARNING_KINDS, type Warning } from '../../../contract/warnings.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { shownName, shownWords } from '../../kernel/values/text.ts'
import { shortDate, shortMoment } from '../../render/itinerary/itinerary.ts'
import { type ListEntry, layoutMail, type MailBlock } from '../../render/mail/mail.ts'
import { languageOf, queueMail, type WrittenMail } from '../notifications/queue-mail.ts'
import { wantsMail } from '../teams/notify.ts'
import { demandTeam, type Team } from '../teams/store.ts'
import type { World } from '../world.ts'
import { type dailyWarningsJob, scheduleDailyWarnings } from './jobs.ts'
import { recordNamed } from './store.ts'
import { findWarnings } from './warnings.ts'
import { WARNING_WORDS } from './words.ts'

/** Listed of each kind; further ones are only counted. */
const SHOWN_MAX = 30

interface Recipient {
  /** The public address of the service. */
  readonly url: string
  readonly team: Pick<Team, 'name' | 'language' | 'time_zone'>
  readonly now: Date
}

function warningsMail(open: readonly Warning[], { url, team, now }: Recipient): WrittenMail {
  const language = languageOf(team)
  const words = WARNING_WORDS[language]
  const panel = `${url}${PANEL_PATH}`
  const blocks = WARNING_KINDS.flatMap((kind): MailBlock[] => {
    const some = open.filter((warning) => warning.kind === kind)
    if (some.length === 0) return []
    const entries = some.slice(0, SHOWN_MAX).map((warning) => entryOf(warning, panel, team))
    const hidden = some.length - entries.length
    const others = hidden === 0 ? [] : [{ text: '', detail: words.more(hidden) }]
    return [{ kind: 'list', title: words.kinds[kind], entries: [...entries, ...others] }]
  })
  const subject = words.subject(open.length)
  const written = layoutMail({
    language,
    title: subject,
    paragraphs: [words.intro(shortDate(dateIn(now, team.time_zone), language))],
    blocks,
    action: { label: words.action, url: panel },
    footer: words.choices(team.name),
  })
  return { subject, ...written }
}

function entryOf(warning: Warning, panel: string, team: Recipient['team']): ListEntry {
  const language = languageOf(team)
  const words = WARNING_WORDS[language]
  const { subject, trip_id, trip_title, client_id, client_name, due_on, due_at, expires_on } = warning
  const { days_left: days } = warning
  const day = (text: string) => shortDate(Temporal.PlainDate.from(text), language)
  const when = days === 0 ? words.today : days === 1 ? words.tomorrow : words.inDays(days)
  const details = [
    `${day(due_on)} (${when})`,
    ...(due_at === null ? [] : [words.until(shortMoment(new Date(due_at), team.time_zone, language))]),
    ...(expires_on === null ? [] : [words.expires(day(expires_on))]),
    ...(trip_title === null || trip_title === subject ? [] : [shownWords(trip_title)]),
    ...(client_name === subject ? [] : [words.of(shownName(client_name))]),
  ]
  const path =
    trip_id === null ? `${PANEL_SCREENS.clients}/${client_id}` : `${PANEL_SCREENS.trips}/${trip_id}`
  return { text: shownWords(subject), detail: details.join(' · '), url: `${panel}${path}` }
}

/** Nothing is sent on a day without open warnings. */
export async function mailWarnings(
  world: World,
  { job, last }: TaskOf<typeof dailyWarningsJob>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const team = await demandTeam(tx, tx.owner.teamId)
    if (!wantsMail(team, 'daily_warnings_mail')) return
    scheduleDailyWarnings(tx, team)
    const search = { owner: tx.owner, tripId: null, now: tx.now, zone: team.time_zone }
    const open = (await findWarnings(tx, search)).filter(({ status }) => status === 'open')
    if (open.length === 0) return
    const mail = warningsMail(open, { url: world.address.url, team, now: tx.now })
    const mailId = await queueMail(tx, {
      key: `warnings ${job.key}`,
      category: 'optional',
      to: team.email,
      ...mail,
    })
    const named = open.flatMap(({ client_id, trip_id }) =>
      trip_id === null ? [client_id] : [client_id, trip_id],
    )
    if (mailId !== null) await recordNamed(tx, mailId, named)
  })
}
