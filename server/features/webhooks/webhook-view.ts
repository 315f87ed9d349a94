// The only maker of a webhook's public JSON.
import type { Webhook } from '../../../contract/webhooks.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import type { WebhookRow } from './webhook-store.ts'

export function webhookView(webhook: WebhookRow): Webhook {
  const total = Number(webhook.total_deliveries)
  const failed = Number(webhook.failed_deliveries)
  return {
    id: webhook.id,
    url: webhook.url,
    events: webhook.events,
    active: webhook.active,
    created_at: isoTimestamp(webhook.created_at),
    updated_at: isoTimestamp(webhook.updated_at),
    last_triggered_at: timeOf(webhook.last_triggered_at),
    last_success_at: timeOf(webhook.last_success_at),
    last_error: webhook.last_error,
    disabled_at: timeOf(webhook.disabled_at),
    disabled_reason: webhook.disabled_reason,
    success_rate: successRate(total, failed),
    total_deliveries: total,
    failed_deliveries: failed,
  }
}

function timeOf(time: Date | null): string | null {
  return time === null ? null : isoTimestamp(time)
}

/** Percent with one decimal; nothing sent means nothing failed. */
function successRate(total: number, failed: number): number {
  return total === 0 ? 100 : Math.round(((total - failed) * 1000) / total) / 10
}
