// Makes a link to a new password for whoever has the command line to hand over: the way back in for an owner where no
// mail can be sent.
import { record } from '../../kernel/outbox/audit.ts'
import type { World } from '../world.ts'
import { accountChange, atHome } from './at-home.ts'
import { lockWaysIn } from './factors/ways-in.ts'
import { makeAccountLink } from './make-account-link.ts'
import { demandPersonNamed, type PersonRow } from './person-store.ts'

/** Whose it is, and its token, which works once within an hour as that of a mail does. */
export async function resetAtHand(
  world: World,
  email: string,
): Promise<{ person: PersonRow; token: string }> {
  const person = await demandPersonNamed(world.pool, email)
  let token = ''
  await atHome(world, person.id, world.by, async (tx) => {
    await lockWaysIn(tx, person.id)
    await makeAccountLink(tx, 'reset', person.id, person.email, (made) => {
      token = made
    })
    record(tx, accountChange(person.id, 'reset_link_shown'))
  })
  return { person, token }
}
