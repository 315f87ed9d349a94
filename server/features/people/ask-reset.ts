// Asks for a link to a new password. Whether the address has an account is found out by due work, so that neither the
// answer nor its time can tell.
import type { ResetInput } from '../../../contract/account.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { anyTeam } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { atHome } from './at-home.ts'
import { takeAttempt } from './attempt-limits.ts'
import type { Browser } from './begin-session.ts'
import { findPersonByEmail } from './person-store.ts'
import { accountMail } from './work.ts'

const DONE = { success: true } as const

export async function askReset(world: World, { email: written }: ResetInput, { address }: Browser) {
  const email = written.toLowerCase()
  // Counted beside attempts at its password: neither uses the other up. It is never given back.
  await takeAttempt(world, `reset ${email}`, address)
  if (!(await anyTeam(world.pool))) return DONE
  const person = await findPersonByEmail(world.pool, email)
  await atHome(world, person?.id, undefined, async (tx) => {
    const payload = { letter: 'reset', email, personId: null } as const
    schedule(tx, accountMail, { at: tx.now, key: `reset ${tx.newId('request')}`, payload })
  })
  return DONE
}
