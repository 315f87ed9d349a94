// The link by which the first owner of an installation makes their account: valid until it is used, and kept sealed so
// that every start can show it again.
import { committed } from '../base/database/committed.ts'
import type { Queryable } from '../base/database/db.ts'
import { randomToken } from '../base/secrets/secrets.ts'
import { makeId } from '../base/values/ids.ts'
import type { World } from '../world.ts'
import { dropSetupLink, insertLink, lockSetupLink } from './link-store.ts'
import { anyPerson } from './person-store.ts'
import { hashToken } from './sessions.ts'

const TOKEN_BYTES = 32
const PATH = '/painel/primeiro-acesso'

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
    return secretBox.open(link.sealed_token, placeOf(link.id))
  })
  return `${address.url}${PATH}#${token}`
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
  await insertLink(db, { ...link, ...about }, hashToken(token), secretBox.seal(token, placeOf(id)))
  return token
}

function placeOf(id: string): string {
  return `one_time_links.sealed_token:${id}`
}
