// Binds what people do with what is about themselves.
import type { PROFILE_OPERATIONS } from '../../../contract/operations/profile.ts'
import type { Bindings } from '../bindings.ts'
import type { World } from '../world.ts'
import { profileView } from './profile-view.ts'
import { updateProfile } from './update-profile.ts'

export function profileRoutes(world: World): Bindings<typeof PROFILE_OPERATIONS> {
  return {
    'profile.read': ({ person }) => profileView(person),
    'profile.update': ({ person, body, by }) => updateProfile(world, { person, by }, body),
  }
}
