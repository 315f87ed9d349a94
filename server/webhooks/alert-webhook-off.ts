// Due work: tells the agency by e-mail that a webhook was switched off because its receiver failed too often.
import { isoTimestamp } from '../base/values/dates.ts'
import { queueMail } from '../notices/queue-mail.ts'
import { record } from '../outbox/audit.ts'
import { transaction } from '../outbox/transaction.ts'
import type { TaskOf } from '../outbox/work.ts'
import { layoutMail } from '../paper/mail/mail-layout.ts'
import { FAILURES_IN_ROW_MAX } from '../rules/retry-schedule.ts'
import { findTeam } from '../teams/team-store.ts'
import { wantsMail } from '../teams/wants-mail.ts'
import type { World } from '../world.ts'
import { webhookChange } from './webhook-change.ts'
import { findWebhook } from './webhook-store.ts'
import type * as work from './work.ts'

export async function alertWebhookOff(
  world: World,
  { piece, payload, last }: TaskOf<typeof work.alertWebhookOff>,
): Promise<void> {
  const { webhook_id } = payload
  await transaction(world, last, async (tx) => {
    const webhook = await findWebhook(tx, tx.owner, webhook_id)
    const team = await findTeam(tx, tx.owner.teamId)
    if (webhook === undefined || team === undefined) return
    record(tx, webhookChange({ ...webhook, active: true }, { ...webhook, active: false }))
    if (!wantsMail(team, 'webhook_switched_off')) return
    const subject = 'Webhook desativado após falhas · Webhook deactivated after failures'
    const { html, text } = layoutMail({
      language: 'pt-BR',
      title: 'Seu webhook foi desativado',
      paragraphs: [
        `As últimas ${FAILURES_IN_ROW_MAX} entregas para ${webhook.url} falharam, e o envio foi interrompido em ` +
          `${isoTimestamp(tx.now)} (modo ${tx.owner.mode}).`,
        'Nada se perdeu: as entregas pendentes continuam quando o webhook for reativado, e os eventos que ' +
          'ocorrerem até lá ficam guardados e podem ser reenviados.',
        `Corrija o receptor e reative com PUT /api/v1/webhooks/${webhook_id} {"active": true}. As respostas ` +
          `recebidas estão em GET /api/v1/webhooks/${webhook_id}/deliveries.`,
        `English: the last ${FAILURES_IN_ROW_MAX} deliveries to this receiver failed and sending has stopped. ` +
          'Nothing is lost. Fix the receiver, then reactivate it with the call above; waiting deliveries go on.',
      ],
    })
    await queueMail(tx, { key: `webhook-off ${piece.key}`, to: team.email, subject, text, html })
  })
}
