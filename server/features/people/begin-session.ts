// Begins a session: a new token each time, so that nobody can know it before the person signs in.

import { randomToken } from '../../kernel/crypto/secrets.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { countedAddress } from '../../kernel/values/counted-address.ts'
import { fail } from '../../kernel/values/fail.ts'
import { makeId } from '../../kernel/values/ids.ts'
import type { World } from '../world.ts'
import { insertSession, type SessionRow } from './session-store.ts'
import { hashToken } from './sessions.ts'
import type { PeopleConfig } from './settings.ts'

/** Where somebody signs in from, and who keeps the token for them. */
export interface Browser extends Keeper {
  readonly address: string
  readonly userAgent: string | null
  readonly requestId: string
}

/** With the cookie of a sign-in at an identity provider. */
export interface WholeBrowser extends Browser {
  readonly errand: Keeper
}

export interface Keeper {
  /** Of the cookie that it came with. */
  readonly token: string | undefined
  /** Its cookie from now on. */
  keep(token: string, until: Date): void
  forget(): void
}

export interface NewSession {
  readonly row: SessionRow
  /** It exists here and in the cookie alone. */
  readonly token: string
}

/** How far somebody has come: all the way, perhaps with a second factor, or not yet. */
interface Factors {
  readonly awaitsFactor?: boolean
  readonly secondFactorAt?: Date
  /** Of the password that was given, as it was found. */
  readonly passwordHash?: string | null
  /** At a provider, that was proved. */
  readonly identityId?: string | null
}

const TOKEN_BYTES = 32
const DAY_MS = 86_400_000
const AWAITING_MS = 10 * 60_000

export async function beginSession(
  { wall, config }: World<PeopleConfig>,
  db: Queryable,
  personId: string,
  { address, userAgent }: Browser,
  { awaitsFactor = false, secondFactorAt, passwordHash = null, identityId = null }: Factors = {},
): Promise<NewSession> {
  const now = wall.now()
  const token = randomToken(TOKEN_BYTES)
  const lifeMs = awaitsFactor ? AWAITING_MS : config.sessionDays * DAY_MS
  const row: SessionRow = {
    id: makeId('session', now),
    person_id: personId,
    created_at: now,
    last_used_at: now,
    expires_at: new Date(now.getTime() + lifeMs),
    address,
    network: countedAddress(address),
    user_agent: userAgent,
    ended_at: null,
    awaits_factor: awaitsFactor,
    second_factor_at: secondFactorAt ?? null,
    identity_id: identityId,
  }
  if (!(await insertSession(db, row, hashToken(token), passwordHash))) fail('sign_in_failed')
  return { row, token }
}
