// Jobs of webhooks: deliveries, and what follows when a webhook is switched off or deleted.
import { TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'
import { DELIVER } from '../../kernel/jobs/jobs.ts'

/** Sends one delivery; the key is its id. `rules.ts` retries what a receiver refuses. */
export const deliverJob = teamJob<null>(DELIVER, { waits: TECHNICAL, cap: 16, sideBySide: true })

/** Notifies the agency that a webhook was switched off. */
export const alertWebhookOffJob = teamJob<{ webhook_id: string }>('alert-webhook-off', {
  waits: TECHNICAL,
  cap: 1,
  queue: 'shared',
})

/** Deletes the deliveries of a deleted webhook. */
export const clearWebhookJob = teamJob<{ webhook_id: string }>('clear-webhook', {
  waits: TECHNICAL,
  cap: 1,
  queue: 'shared',
})
