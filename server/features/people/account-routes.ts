// Binds how people come into their account anew.
import type { ACCOUNT_OPERATIONS } from '../../../contract/operations/account.ts'
import type { Bindings } from '../bindings.ts'
import type { World } from '../world.ts'
import { askReset } from './ask-reset.ts'
import { askEmail, confirmEmail } from './change-email.ts'
import { completeReset } from './complete-reset.ts'

export function accountRoutes(world: World): Bindings<typeof ACCOUNT_OPERATIONS> {
  return {
    'passwordResets.create': ({ body, browser }) => askReset(world, body, browser),
    'passwordResets.complete': ({ body, browser }) => completeReset(world, body, browser),
    'profile.askEmail': ({ person, by, body }) => askEmail(world, { person, by }, body),
    'profile.confirmEmail': ({ body, browser }) => confirmEmail(world, body, browser),
  }
}
