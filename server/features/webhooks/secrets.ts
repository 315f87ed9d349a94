// The signing secrets of a webhook: encrypted at rest, and two at a time during a rotation.
import type { RotatedSecret } from '../../../contract/webhooks.ts'
import { makeWebhookSecret } from '../../adapters/webhooks/signature.ts'
import { encryptionContext, type SecretBox } from '../../kernel/crypto/secret-box.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { ownBytes } from '../../kernel/values/bytes.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { Asking } from '../teams/caller.ts'
import type { World } from '../world.ts'
import { demandReading } from './payload.ts'
import { changeWebhook, lockWebhook, webhookChange } from './store.ts'

const OVERLAP_HOURS = 24

export const secretContext = (webhookId: string) => encryptionContext('webhooks', 'secret', webhookId)

export interface EncryptedSecrets {
  webhook_id: string
  secret: Buffer
  previous_secret: Buffer | null
  previous_secret_until: Date | null
}

/** The secrets that sign at this real time, the newest first. */
export function openSecrets(box: SecretBox, encrypted: EncryptedSecrets, now: Date): string[] {
  const { webhook_id, secret, previous_secret, previous_secret_until } = encrypted
  const current = openRemembered(box, secret, webhook_id)
  if (previous_secret === null || previous_secret_until === null || previous_secret_until <= now)
    return [current]
  return [current, box.decrypt(previous_secret, secretContext(webhook_id))]
}

const OPENED_MAX = 1_000
const opened = new Map<string, { encrypted: Buffer; secret: string }>()

/** Decrypts the secret of a busy webhook once, not at each delivery. A new ciphertext means a new secret. */
function openRemembered(box: SecretBox, encrypted: Buffer, webhookId: string): string {
  const known = opened.get(webhookId)
  if (known?.encrypted.equals(encrypted)) return known.secret
  const secret = box.decrypt(encrypted, secretContext(webhookId))
  if (opened.size >= OPENED_MAX) opened.clear()
  opened.set(webhookId, { encrypted: ownBytes(encrypted), secret })
  return secret
}

/**
 * The new secret signs from now on. The old one signs beside it for the overlap, in real time. The secret proves events
 * to the receiver, so it needs the permissions to read them.
 */
export async function rotateSecret(
  world: World,
  scope: Scope,
  id: string,
  {
    caller,
    overlapHours = OVERLAP_HOURS,
  }: { readonly caller: Asking; readonly overlapHours?: number | undefined },
): Promise<RotatedSecret> {
  return transaction(world, scope, async (tx) => {
    const webhook = (await lockWebhook(tx, scope.owner, id)) ?? fail('webhook_not_found')
    demandReading(caller, webhook.events)
    const secret = makeWebhookSecret()
    const until = new Date(world.wall.now().getTime() + overlapHours * 3_600_000)
    const encrypted = world.secretBox.encrypt(secret, secretContext(id))
    record(tx, webhookChange(webhook, { ...webhook, secret: encrypted }))
    await changeWebhook(tx, id, {
      secret: encrypted,
      previous_secret: webhook.secret,
      previous_secret_until: until,
      updated_at: tx.now,
    })
    return { id, secret, previous_secret_until: isoTimestamp(until) }
  })
}
