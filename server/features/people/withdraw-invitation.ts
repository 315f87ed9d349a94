// Ends an invitation that nobody has used: its link leads nowhere from then on.
import type { Invitation } from '../../../contract/team-people.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import { withdrawInvitations } from './invitation-store.ts'
import { invitationChange, invitationView } from './invitation-view.ts'

export async function withdrawInvitation(world: World, scope: Scope, id: string): Promise<Invitation> {
  return transaction(world, scope, async (tx) => {
    const [ended = fail('invitation_not_found')] = await withdrawInvitations(
      tx,
      tx.owner.teamId,
      { id },
      tx.now,
    )
    record(tx, invitationChange(ended, 'withdrawn'))
    return invitationView(ended)
  })
}
