// The SQL on identities at providers, and on OIDC flows.
import { type Queryable, statement } from '../../../kernel/db/db.ts'

const use = statement<{ person_id: string }>(`
  update identities set last_used_at = $3 where issuer = $1 and subject = $2 returning person_id`)

/** The person of the identity; records its use. */
export async function useIdentity(
  db: Queryable,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
  now: Date,
): Promise<string | undefined> {
  return (await use(db, issuer, subject, now))[0]?.person_id
}

const insert = statement<{ person_id: string }>(`
  insert into identities (id, issuer, subject, person_id, created_at, last_used_at) values ($1, $2, $3, $4, $5, $5)
  on conflict do nothing returning person_id`)

/** False if the identity is linked already. */
export async function insertIdentity(
  tx: Queryable,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
  { id, personId, now }: { readonly id: string; readonly personId: string; readonly now: Date },
): Promise<boolean> {
  return (await insert(tx, id, issuer, subject, personId, now)).length === 1
}

const selectId = statement<{ id: string }>('select id from identities where issuer = $1 and subject = $2')

export async function findIdentity(
  db: Queryable,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
): Promise<string | undefined> {
  return (await selectId(db, issuer, subject))[0]?.id
}

export interface IdentityRow {
  readonly id: string
  readonly issuer: string
  readonly created_at: Date
  readonly last_used_at: Date
}

const selectOf = statement<IdentityRow>(`
  select id, issuer, created_at, last_used_at from identities where person_id = $1 order by created_at, id`)

export async function identitiesOf(db: Queryable, personId: string): Promise<IdentityRow[]> {
  return selectOf(db, personId)
}

const removeOne = statement<{ issuer: string }>(
  'delete from identities where id = $1 and person_id = $2 returning issuer',
)

/** The issuer of the removed identity; undefined if it is not the person's. */
export async function removeIdentity(
  tx: Queryable,
  id: string,
  personId: string,
): Promise<string | undefined> {
  return (await removeOne(tx, id, personId))[0]?.issuer
}

const count = statement<{ count: number }>(
  'select count(*)::int as count from identities where person_id = $1',
)

export async function countIdentities(db: Queryable, personId: string): Promise<number> {
  return (await count(db, personId))[0]?.count ?? 0
}

const remove = statement('delete from identities where person_id = $1')

/** Identities whose address is still the person's are linked again at the next sign-in. */
export async function dropIdentities(tx: Queryable, personId: string): Promise<void> {
  await remove(tx, personId)
}

const insertBegun = statement(`
  with forgotten as (delete from oidc_flows where expires_at < $3)
  insert into oidc_flows (token_hash, provider, expires_at, invitation_hash) values ($1, $2, $4, $5)`)

/** Also deletes expired flows. */
export async function insertOidcFlow(
  db: Queryable,
  { tokenHash, provider, expiresAt, invitationHash }: NewOidcFlow,
  now: Date,
): Promise<void> {
  await insertBegun(db, tokenHash, provider, now, expiresAt, invitationHash)
}

interface NewOidcFlow {
  readonly tokenHash: Buffer
  readonly provider: string
  readonly expiresAt: Date
  /** The hash of the token of the invitation to accept. */
  readonly invitationHash: Buffer | null
}

const take = statement<ConsumedOidcFlow>(`
  delete from oidc_flows where token_hash = $1 and provider = $2 and expires_at > $3
  returning invitation_hash as "invitationHash"`)

export type ConsumedOidcFlow = Pick<NewOidcFlow, 'invitationHash'>

/** Takes the flow once, for the provider it began with. */
export async function consumeOidcFlow(
  db: Queryable,
  tokenHash: Buffer,
  provider: string,
  now: Date,
): Promise<ConsumedOidcFlow | undefined> {
  return (await take(db, tokenHash, provider, now))[0]
}
