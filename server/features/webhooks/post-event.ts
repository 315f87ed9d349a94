// Signs an event and posts it to a receiver, once.

import type { WebhookAnswer } from '../../adapters/webhooks/send-bounded-request.ts'
import { signaturesFor } from '../../adapters/webhooks/webhook-signature.ts'
import { VERSION } from '../../kernel/process/version.ts'
import { wholePayload } from '../events/personal-part.ts'
import type { World } from '../world.ts'
import { payloadFor } from './event-body.ts'
import { openSecrets, type SealedSecrets } from './webhook-secrets.ts'

interface Message extends SealedSecrets {
  team_id: string
  url: string
  event_id: string
  payload: string
  personal: Buffer | null
  sequence: bigint
}

const FIXED_HEADERS = { 'content-type': 'application/json', 'user-agent': `Embarque/${VERSION}` }

/** Stamped with the real time of sending, whatever a test clock says. */
export function postEvent(
  { webhookClient, secretBox, wall }: World,
  message: Message,
): Promise<WebhookAnswer> {
  const now = wall.now()
  const payload = wholePayload(secretBox, message.event_id, message)
  const body = payloadFor(payload, message.sequence, message.webhook_id)
  const timestamp = Math.floor(now.getTime() / 1000)
  const signatures = signaturesFor(openSecrets(secretBox, message, now), message.event_id, timestamp, body)
  return webhookClient.post(message.team_id, message.url, { ...FIXED_HEADERS, ...signatures }, body)
}
