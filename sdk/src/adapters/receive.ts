// What every adapter does with a request, once it has its raw body: verify it, hand its event on, and say how it went.
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
   * Store the event under its id, and return: it is acknowledged then. What is thrown answers 500, and the event comes
   * again. It may come twice either way.
   */
  onEvent: (event: WebhookEvent) => unknown
  /** Told of what was refused, for your log. */
  onRefused?: ((error: WebhookVerificationError) => void) | undefined
  toleranceSeconds?: number | undefined
}

/** Longer than any event: what is more comes from somebody else. */
export const BODY_BYTES_MAX = 1024 * 1024

export interface Outcome {
  readonly status: 204 | 400
  /** Why it was refused, for the log of deliveries. */
  readonly text: string
}

type Receive = (body: RawBody, headers: AnyHeaders) => Promise<Outcome>

/** Without a secret it throws at once, when the program starts and not when the first event comes. */
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
