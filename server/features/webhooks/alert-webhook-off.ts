// Due work: tells the agency by e-mail that a webhook was switched off because its receiver failed too often.

import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { shortMoment } from '../../render/itinerary/short-moment.ts'
import { languageOf } from '../notifications/language-of.ts'
import { queueLetter } from '../notifications/queue-letter.ts'
import { MAIL_WORDS } from '../notifications/words/mail-words.ts'
import { findTeam } from '../teams/team-store.ts'
import { wantsMail } from '../teams/wants-mail.ts'
import type { World } from '../world.ts'
import { FAILURES_IN_ROW_MAX } from './retry-schedule.ts'
import { webhookChange } from './webhook-change.ts'
import { findWebhook } from './webhook-store.ts'
import type * as work from './work.ts'

export async function alertWebhookOff(
  world: World,
  { piece, payload, last }: TaskOf<typeof work.alertWebhookOff>,
): Promise<void> {
  const { webhook_id: id } = payload
  await transaction(world, last, async (tx) => {
    const webhook = await findWebhook(tx, tx.owner, id)
    const team = await findTeam(tx, tx.owner.teamId)
    if (webhook === undefined || team === undefined) return
    record(tx, webhookChange({ ...webhook, active: true }, { ...webhook, active: false }))
    if (!wantsMail(team, 'webhook_switched_off')) return
    const language = languageOf(team)
    const when = shortMoment(tx.now, team.time_zone, language)
    const facts = { failures: FAILURES_IN_ROW_MAX, url: webhook.url, when, id }
    const letter = MAIL_WORDS[language].team.webhookOff(facts)
    await queueLetter(tx, team, { key: `webhook-off ${piece.key}`, letter })
  })
}
