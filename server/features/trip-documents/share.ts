// The address of the travellers' page: given, changed, revoked. And the terms that travellers accept there.
import type { Trip } from '../../../contract/trips.ts'
import { randomToken } from '../../kernel/crypto/secret-box.ts'
import { record, systemActor } from '../../kernel/outbox/audit.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { ownerOfRow } from '../../kernel/values/owner.ts'
import { languageFor } from '../../render/words/page-words.ts'
import { clientOf } from '../clients/store.ts'
import type { Caller } from '../teams/caller.ts'
import { demandTeam } from '../teams/store.ts'
import { type AcceptedBy, insertAcceptance } from '../trips/acceptance-store.ts'
import { findTripByLink, type ShownTripRow } from '../trips/document-store.ts'
import { saveTrip } from '../trips/save.ts'
import { lockTrip, type TripRow } from '../trips/store.ts'
import { detailOf, shownTo } from '../trips/trips.ts'
import { scopeOf, type World } from '../world.ts'
import { termsIn } from './documents.ts'

const TOKEN_BYTES = 20

async function setLink(tx: Tx, before: TripRow, link_token: string | null): Promise<void> {
  const about = { topic: 'records', object: 'trip', objectId: before.id } as const
  const [was, is] = [before.link_token !== null, link_token !== null]
  record(tx, {
    ...about,
    before: { is_shared: was },
    after: { is_shared: is, ...(was && is && { has_new_address: true }) },
  })
  await saveTrip(tx, before, { ...before, link_token })
}

async function demandLocked(tx: Tx, id: string): Promise<TripRow> {
  return (await lockTrip(tx, id)) ?? fail('trip_not_found')
}

/** A new address; a former one leads nowhere from now on. */
export async function shareTrip(world: World, scope: Scope, id: string, caller: Caller): Promise<Trip> {
  return transaction(world, scope, async (tx) => {
    await setLink(tx, await demandLocked(tx, id), randomToken(TOKEN_BYTES))
    return tripOf(world, tx, id, caller)
  })
}

/** Revoking twice changes nothing. */
export async function unshareTrip(world: World, scope: Scope, id: string, caller: Caller): Promise<Trip> {
  return transaction(world, scope, async (tx) => {
    const trip = await demandLocked(tx, id)
    if (trip.link_token !== null) await setLink(tx, trip, null)
    return tripOf(world, tx, id, caller)
  })
}

async function tripOf(world: World, tx: Tx, id: string, caller: Caller): Promise<Trip> {
  const { items, tags, acceptances, quote_ids, ...trip } = await detailOf(world, tx, id, shownTo(tx, caller))
  return trip
}

/** With the address as it is, or a new one. */
export async function sharedTrip(tx: Tx, id: string): Promise<ShownTripRow & { link_token: string }> {
  const trip = await demandLocked(tx, id)
  const link_token = trip.link_token ?? randomToken(TOKEN_BYTES)
  if (trip.link_token === null) await setLink(tx, trip, link_token)
  return { ...trip, link_token }
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
    const trip = await demandLocked(tx, known.id)
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
