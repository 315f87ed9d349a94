// Due work: tells an agency by mail what happened to its quotes, invoices and bookings, once: one mail for all that
// came together. One transaction writes the mail and marks what it tells.
import { takeTurn } from '../../kernel/db/take-turn.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { scheduledKeys } from '../../kernel/jobs/schedule.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { agencyNews } from '../events/work.ts'
import { languageOf } from '../notifications/language-of.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import { demandTeam } from '../teams/team-store.ts'
import { wantsMail } from '../teams/wants-mail.ts'
import type { World } from '../world.ts'
import { newsMail } from './news-mail.ts'
import { type News, newsOf } from './news-of-event.ts'
import { setTold, untoldOf } from './news-store.ts'

/** Taken together. */
const TAKEN_MAX = 500

export async function tellNews(world: World, { piece, last }: TaskOf<typeof agencyNews>): Promise<void> {
  await transaction(world, last, async (tx) => {
    if ((await untoldOf(tx, [piece.key])).length === 0) return
    // One tells at a time, so that what one takes the other finds told.
    await takeTurn(tx, `news of ${tx.owner.teamId} ${tx.owner.mode}`)
    const waiting = await scheduledKeys(tx, agencyNews, TAKEN_MAX)
    const untold = await untoldOf(tx, [...new Set([piece.key, ...waiting])].sort())
    if (untold.length === 0) return
    const team = await demandTeam(tx, tx.owner.teamId)
    const told: { eventId: string; aboutId: string | null }[] = []
    const news: News[] = []
    for (const eventId of untold) {
      const one = await newsOf(world, tx, eventId, languageOf(team))
      told.push({ eventId, aboutId: one?.aboutId ?? null })
      if (one !== null && wantsMail(team, one.kind)) news.push(one)
    }
    const reader = { url: world.address.url, team, isTest: tx.owner.mode === 'test' }
    const mail = news.length === 0 ? null : newsMail(news, reader)
    const mailId = mail && (await queueMail(tx, { key: `news ${untold[0]}`, to: team.email, ...mail }))
    await setTold(tx, told, mailId, tx.now)
  })
}
