// Binds how people sign in and out.
import type { SESSION_OPERATIONS } from '../../../contract/operations/sessions.ts'
import type { Bindings } from '../bindings.ts'
import type { World } from '../world.ts'
import { signOut, signOutDevice, signOutEverywhere } from './end-sessions.ts'
import { readSessions } from './read-sessions.ts'
import type { PeopleConfig } from './settings.ts'
import { signIn } from './sign-in.ts'

export function sessionRoutes(world: World<PeopleConfig>): Bindings<typeof SESSION_OPERATIONS> {
  return {
    'sessions.create': ({ body, browser }) => signIn(world, body, browser),
    'sessions.list': ({ person }) => readSessions(world, person),
    'sessions.endCurrent': ({ person, browser }) => signOut(world, person, browser),
    'sessions.end': ({ person, params }) => signOutDevice(world, person, params.id),
    'sessions.endAll': ({ person, browser }) => signOutEverywhere(world, person, browser),
  }
}
