// Shared by all adapters: verifies the raw body, passes the event on, and returns the response.
import type { WebhookEvent } from '../generated/events.ts'
import {
  type AnyHeaders,
  type RawBody,
  type Secrets,
  usableSecrets,
  verifyWebhook,
  WebhookVerificationError,
} from '../webhooks/verify-webhook.ts'

export interface ReceiverOptions {
  /** The webhook's secret; several while it is being rotated. */
  secret: Secrets
  /**
   * Store the event under its id and return: this acknowledges it. If it throws, the response is 500 and the
   * event is retried. An event may arrive twice either way.
   */
  onEvent: (event: WebhookEvent) => unknown
  /** Called with each refused request, for your log. */
  onRefused?: ((error: WebhookVerificationError) => void) | undefined
  toleranceSeconds?: number | undefined
}

/** Longer than any event. */
export const BODY_BYTES_MAX = 1024 * 1024

export interface Outcome {
  readonly status: 204 | 400
  /** The reason of a refusal, for the log of deliveries. */
  readonly text: string
}

type Receive = (body: RawBody, headers: AnyHeaders) => Promise<Outcome>

/** Throws at start if the secret is missing, not at the first event. */
export function receiverOf({ secret, onEvent, onRefused, toleranceSeconds }: ReceiverOptions): Receive {
  const secrets = usableSecrets(secret)
  return async (body, headers) => {
    try {
      const event = await verifyWebhook(body, headers, secrets, { toleranceSeconds })
      await onEvent(event)
      return { status: 204, text: '' }
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error
      onRefused?.(error)
      return { status: 400, text: `${error.reason}: ${error.message}` }
    }
  }
}
