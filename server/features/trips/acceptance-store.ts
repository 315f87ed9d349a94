// The SQL on accepted terms of trips. Name, address and browser of the person are encrypted.
import type { TripAcceptance } from '../../../contract/trips.ts'
import { encryptionContext, type SecretBox } from '../../kernel/crypto/secret-box.ts'
import { type Queryable, statement } from '../../kernel/db/db.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'

/** What proves who accepted. */
export interface AcceptedBy {
  readonly name: string
  readonly address: string
  readonly userAgent: string | null
}

interface AcceptanceRow {
  id: string
  terms_text: string
  terms_sha256: string
  accepted_by: Buffer
  accepted_at: Date
}

const contextOf = (id: string) => encryptionContext('trip_acceptances', 'accepted_by', id)

const insert = statement<{ id: string }>(`
  insert into trip_acceptances (id, trip_id, terms_text, terms_sha256, accepted_by, accepted_at)
  select $1, $2, $3, $4, $5, $6
  where not exists (select from trip_acceptances where trip_id = $2 and terms_sha256 = $4) returning id`)

/** Returns false if this text was accepted before. The trip is locked. */
export async function insertAcceptance(
  tx: Tx,
  tripId: string,
  terms: { readonly text: string; readonly sha256: string },
  by: AcceptedBy,
): Promise<boolean> {
  const id = tx.newUuid()
  const encrypted = tx.secretBox.encrypt(JSON.stringify(by), contextOf(id))
  return (await insert(tx, id, tripId, terms.text, terms.sha256, encrypted, tx.now)).length > 0
}

const select = statement<AcceptanceRow>(`
  select id, terms_text, terms_sha256, accepted_by, accepted_at from trip_acceptances where trip_id = $1
  order by accepted_at desc, id desc`)

export async function acceptancesOf(
  db: Queryable & { readonly secretBox: SecretBox },
  tripId: string,
): Promise<TripAcceptance[]> {
  return (await select(db, tripId)).map(({ id, accepted_by, accepted_at, ...terms }) => {
    const by: AcceptedBy = JSON.parse(db.secretBox.decrypt(accepted_by, contextOf(id)))
    const { name, address, userAgent: user_agent } = by
    return { accepted_at: isoTimestamp(accepted_at), name, address, user_agent, ...terms }
  })
}

const selectAny = statement('select from trip_acceptances where trip_id = $1 limit 1')

export async function hasAcceptances(db: Queryable, tripId: string): Promise<boolean> {
  return (await selectAny(db, tripId)).length > 0
}

const move = statement('update trip_acceptances set trip_id = $2 where trip_id = $1')

/** All of them, to the trip that takes the place of another. */
export async function moveAcceptances(tx: Tx, fromId: string, toId: string): Promise<void> {
  await move(tx, fromId, toId)
}

const remove = statement('delete from trip_acceptances where trip_id = any($1)')

/** Of an erased person. */
export async function deleteAcceptancesOf(tx: Tx, tripIds: readonly string[]): Promise<void> {
  await remove(tx, tripIds)
}
