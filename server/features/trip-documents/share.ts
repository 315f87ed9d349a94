// The address of the travellers' page: given, changed, revoked. And the terms that travellers accept there.
import { randomToken } from '../../kernel/crypto/secret-box.ts'
import { record, systemActor } from '../../kernel/outbox/audit.ts'
import { ownerOfRow, type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { languageFor } from '../../render/words/page-words.ts'
import { clientOf } from '../clients/store.ts'
import { demandTeam } from '../teams/store.ts'
import { type AcceptedBy, insertAcceptance } from '../trips/acceptance-store.ts'
import { findTripByLink, lockShownTrip, type ShownTripRow, setTripLink } from '../trips/document-store.ts'
import { scopeOf, type World } from '../world.ts'
import { termsIn } from './documents.ts'

const TOKEN_BYTES = 20

async function lockTrip(tx: Tx, id: string): Promise<ShownTripRow> {
  return (await lockShownTrip(tx, id)) ?? fail('trip_not_found')
}

/** A new address; a former one leads nowhere from now on. */
export async function shareTrip(tx: Tx, id: string): Promise<string> {
  const { link_token: before } = await lockTrip(tx, id)
  const token = randomToken(TOKEN_BYTES)
  await setTripLink(tx, id, token)
  const about = { topic: 'records', object: 'trip', objectId: id } as const
  record(tx, {
    ...about,
    before: { is_shared: before !== null },
    after: { is_shared: true, has_new_address: true },
  })
  return token
}

/** Revoking twice changes nothing. */
export async function unshareTrip(tx: Tx, id: string): Promise<void> {
  const { link_token } = await lockTrip(tx, id)
  if (link_token === null) return
  await setTripLink(tx, id, null)
  record(tx, {
    topic: 'records',
    object: 'trip',
    objectId: id,
    before: { is_shared: true },
    after: { is_shared: false },
  })
}

/** The address as it is, or a new one. */
export async function sharedTrip(tx: Tx, id: string): Promise<ShownTripRow & { link_token: string }> {
  const trip = await lockTrip(tx, id)
  return { ...trip, link_token: trip.link_token ?? (await shareTrip(tx, id)) }
}

/** accepted: this text is accepted, now or before. changed: it is not the text that was shown. */
export type TermsOutcome = 'accepted' | 'unnamed' | 'changed'

export async function acceptTerms(
  world: World,
  token: string,
  { version, by }: { readonly version: string; readonly by: AcceptedBy },
): Promise<TermsOutcome> {
  const known = (await findTripByLink(world.pool, token)) ?? fail('trip_not_found')
  const scope: Scope = { ...(await scopeOf(world, ownerOfRow(known))), by: systemActor('public page') }
  return transaction(world, scope, async (tx) => {
    const trip = await lockTrip(tx, known.id)
    if (trip.link_token !== token) fail('trip_not_found')
    const team = await demandTeam(tx, trip.team_id)
    const terms = termsIn(team, languageFor(await clientOf(tx, tx.owner, trip), team))
    if (terms === null || terms.sha256 !== version) return 'changed'
    if (by.name === '') return 'unnamed'
    const isNew = await insertAcceptance(tx, trip.id, terms, by)
    if (isNew) {
      const after = { terms_sha256: terms.sha256 }
      record(tx, { topic: 'records', object: 'trip', objectId: trip.id, before: {}, after })
    }
    return 'accepted'
  })
}
