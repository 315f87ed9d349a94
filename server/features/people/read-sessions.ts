// The devices where a person is signed in.
import type { Session } from '../../../contract/people.ts'
import type { World } from '../world.ts'
import { listSessions } from './session-store.ts'
import { sessionView } from './session-view.ts'
import { idleMsOf } from './sessions.ts'
import type { PeopleConfig } from './settings.ts'
import type { SignedIn } from './signed-in.ts'

export async function readSessions(
  world: World<PeopleConfig>,
  { person, session }: SignedIn,
): Promise<Session[]> {
  const now = world.wall.now()
  const usedSince = new Date(now.getTime() - idleMsOf(world))
  const sessions = await listSessions(world.pool, person.id, now, usedSince)
  return sessions.map((row) => sessionView(row, session.id))
}
