// The link by which the first owner of an installation makes their account: valid until it is used, and kept sealed so
// that every start can show it again.

import { randomToken } from '../../kernel/crypto/secrets.ts'
import { committed } from '../../kernel/db/committed.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { makeId } from '../../kernel/values/ids.ts'
import type { World } from '../world.ts'
import { dropSetupLink, insertLink, lockSetupLink } from './link-store.ts'
import { openToken, sealToken } from './link-tokens.ts'
import { anyPerson } from './person-store.ts'
import { hashToken } from './sessions.ts'

const TOKEN_BYTES = 32
const PATH = '/painel/primeiro-acesso'

/** By its name a browser on the same machine trusts it, and takes passkeys for it. */
const OWN_MACHINE = /^http:\/\/(?:127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?=:|$)/

/** Null once there is somebody. The token stands behind #, so that it reaches no log. */
export async function readSetupLink(world: World): Promise<string | null> {
  return linkWith(world, { isNew: false })
}

/** A new one; the one before it works no longer. */
export async function renewSetupLink(world: World): Promise<string | null> {
  return linkWith(world, { isNew: true })
}

async function linkWith(world: World, { isNew }: { isNew: boolean }): Promise<string | null> {
  const { pool, secretBox, address } = world
  if (await anyPerson(pool)) return null
  const token = await committed(pool, async (client) => {
    const link = await lockSetupLink(client)
    if (isNew || link?.sealed_token == null) return replace(client, world)
    return openToken(secretBox, link.id, link.sealed_token)
  })
  return `${address.url.replace(OWN_MACHINE, 'http://localhost')}${PATH}#${token}`
}

async function replace(db: Queryable, { secretBox, wall }: World): Promise<string> {
  const now = wall.now()
  const token = randomToken(TOKEN_BYTES)
  const id = makeId('invitation', now)
  const link = {
    id,
    purpose: 'setup',
    created_at: now,
    expires_at: null,
    used_at: null,
    made_by: null,
  } as const
  const about = { person_id: null, team_id: null, email: null, role: null }
  await dropSetupLink(db)
  await insertLink(db, { ...link, ...about }, hashToken(token), sealToken(secretBox, id, token))
  return token
}
