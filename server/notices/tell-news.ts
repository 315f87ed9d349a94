// Due work: tells an agency by mail what happened to its quotes, invoices and bookings, once: one mail for all that
// came together. One transaction writes the mail and marks what it tells.
import { takeTurn } from '../base/database/take-turn.ts'
import { agencyNews } from '../events/work.ts'
import { scheduledKeys } from '../outbox/schedule.ts'
import { transaction } from '../outbox/transaction.ts'
import type { TaskOf } from '../outbox/work.ts'
import { demandTeam } from '../teams/team-store.ts'
import { wantsMail } from '../teams/wants-mail.ts'
import type { World } from '../world.ts'
import { languageOf } from './language-of.ts'
import { newsMail } from './news-mail.ts'
import { type News, newsOf } from './news-of-event.ts'
import { setTold, untoldOf } from './news-store.ts'
import { queueMail } from './queue-mail.ts'

/** Taken together. */
const TAKEN_MAX = 500

export async function tellNews(world: World, { last }: TaskOf<typeof agencyNews>): Promise<void> {
  await transaction(world, last, async (tx) => {
    // One tells at a time, so that what one takes the other finds told.
    await takeTurn(tx, `news of ${tx.owner.teamId} ${tx.owner.mode}`)
    const untold = await untoldOf(tx, await scheduledKeys(tx, agencyNews, TAKEN_MAX))
    if (untold.length === 0) return
    const team = await demandTeam(tx, tx.owner.teamId)
    const news: News[] = []
    for (const id of untold) {
      const told = await newsOf(world, tx, id, languageOf(team))
      if (told !== null && wantsMail(team, told.kind)) news.push(told)
    }
    const reader = { url: world.address.url, team, isTest: tx.owner.mode === 'test' }
    const mail = news.length === 0 ? null : newsMail(news, reader)
    const mailId = mail && (await queueMail(tx, { key: `news ${untold[0]}`, to: team.email, ...mail }))
    await setTold(tx, untold, mailId, tx.now)
  })
}
