// Binds what people do with what is about themselves.
import type { PROFILE_OPERATIONS } from '../../../contract/operations/profile.ts'
import { profileView } from '../../people/profile-view.ts'
import type { Bindings } from '../door/bindings.ts'

export function profileRoutes(): Bindings<typeof PROFILE_OPERATIONS> {
  return {
    'profile.read': ({ person }) => profileView(person),
  }
}
