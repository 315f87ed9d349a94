// The SQL on webhooks, and their entries in the audit log.
import type { Generated, Selectable } from 'kysely'
import type { Mode } from '../../../contract/teams.ts'
import type { DisabledReason } from '../../../contract/webhooks.ts'
import { buildFor, firstRow, type Queryable, rows, statement } from '../../kernel/db/db.ts'
import { type AuditValues, type Change, fingerprint } from '../../kernel/outbox/audit.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import type { Owner } from '../../kernel/values/owner.ts'

interface WebhooksTable {
  id: string
  team_id: string
  mode: Mode
  url: string
  url_key: string
  events: string[]
  active: Generated<boolean>
  description: string | null
  headers: Buffer | null
  header_names: string[]
  secret: Buffer
  previous_secret: Buffer | null
  previous_secret_until: Date | null
  created_at: Date
  updated_at: Date
  last_triggered_at: Date | null
  total_deliveries: Generated<bigint>
  failed_deliveries: Generated<bigint>
  failed_in_row: Generated<number>
  failing_since: Date | null
  last_success_at: Date | null
  last_error: string | null
  disabled_at: Date | null
  disabled_reason: DisabledReason | null
  deactivated_by: string | null
  deleted_at: Date | null
}

const build = buildFor<{ webhooks: WebhooksTable }>()

const COLUMNS = [
  'id',
  'team_id',
  'mode',
  'url',
  'url_key',
  'events',
  'active',
  'description',
  'headers',
  'header_names',
  'secret',
  'previous_secret',
  'previous_secret_until',
  'created_at',
  'updated_at',
  'last_triggered_at',
  'total_deliveries',
  'failed_deliveries',
  'last_success_at',
  'last_error',
  'disabled_at',
  'disabled_reason',
] as const

export type WebhookRow = Pick<Selectable<WebhooksTable>, (typeof COLUMNS)[number]>

const ofOwner = ({ teamId, mode }: Owner) =>
  build
    .selectFrom('webhooks')
    .select(COLUMNS)
    .where('team_id', '=', teamId)
    .where('mode', '=', mode)
    .where('deleted_at', 'is', null)

export async function listWebhooks(db: Queryable, owner: Owner): Promise<WebhookRow[]> {
  return rows(db, ofOwner(owner).orderBy('id', 'desc'))
}

export async function findWebhook(db: Queryable, owner: Owner, id: string): Promise<WebhookRow | undefined> {
  return firstRow(db, ofOwner(owner).where('id', '=', id))
}

/**
 * Locks the webhook, so that changes come one after the other. Not `for update`: inserts of events hold the key by
 * their foreign keys, and neither side must wait for the other.
 */
export async function lockWebhook(db: Queryable, owner: Owner, id: string): Promise<WebhookRow | undefined> {
  return firstRow(db, ofOwner(owner).where('id', '=', id).forNoKeyUpdate())
}

const selectActive = statement<{ active: boolean }>(
  'select active and deleted_at is null as active from webhooks where id = $1 for share',
)

/** Whether the webhook is active; locked so that this does not change before the transaction ends. */
export async function staysActive(tx: Tx, id: string): Promise<boolean> {
  return (await selectActive(tx, id))[0]?.active ?? false
}

/** Whether another webhook of the owner has this URL. */
export async function urlIsTaken(
  db: Queryable,
  owner: Owner,
  urlKey: string,
  exceptId?: string,
): Promise<boolean> {
  const found = await firstRow(db, ofOwner(owner).where('url_key', '=', urlKey))
  return found !== undefined && found.id !== exceptId
}

export async function insertWebhook(db: Queryable, webhook: WebhookRow): Promise<void> {
  const { total_deliveries, failed_deliveries, ...values } = webhook
  await rows(db, build.insertInto('webhooks').values(values))
}

type Changing =
  | 'url'
  | 'url_key'
  | 'events'
  | 'active'
  | 'description'
  | 'headers'
  | 'header_names'
  | 'disabled_at'
  | 'disabled_reason'
type WebhookColumns = Partial<Pick<WebhookRow, Changing>> & {
  updated_at: Date
  failed_in_row?: number
  failing_since?: null
  deleted_at?: Date
  secret?: Buffer
  previous_secret?: Buffer
  previous_secret_until?: Date
}

export async function changeWebhook(db: Queryable, id: string, change: WebhookColumns): Promise<void> {
  await rows(db, build.updateTable('webhooks').set(change).where('id', '=', id))
}

/** If two requests register one URL at the same moment, the database refuses the second. */
export function isUrlTaken(error: unknown): boolean {
  return (error as { constraint?: string }).constraint === 'webhooks_by_url'
}

const blankSecrets = statement(`
  update webhooks set secret = '', previous_secret = null, headers = null
  where id = $1 and deleted_at is not null`)

/** The row of a deleted webhook stays, without its secrets. */
export async function forgetSecrets(db: Queryable, id: string): Promise<void> {
  await blankSecrets(db, id)
}

type AuditedWebhook = Pick<WebhookRow, 'id' | 'url' | 'events' | 'active'> &
  Partial<Pick<WebhookRow, 'description' | 'headers' | 'header_names' | 'secret'>>

/**
 * The change for the audit log. Shows the origin but not the URL, which often contains a secret. `before` is null for a
 * new webhook, `after` for a deleted one.
 */
export function webhookChange(before: AuditedWebhook | null, after: AuditedWebhook | null): Change {
  const objectId = (before ?? after)?.id ?? ''
  return {
    topic: 'settings',
    object: 'webhook',
    objectId,
    before: before && auditedWebhook(before),
    after: after && auditedWebhook(after),
  }
}

function auditedWebhook(webhook: AuditedWebhook): AuditValues {
  const { url, events, active, description = null, headers = null, header_names, secret } = webhook
  return {
    receiver: new URL(url).origin,
    url_fingerprint: fingerprint(url),
    events,
    active,
    ...(description !== null && { description }),
    ...(headers !== null && {
      header_names,
      headers_fingerprint: fingerprint(headers.toString('base64')),
    }),
    ...(secret && { secret_fingerprint: fingerprint(secret.toString('base64')) }),
  }
}
