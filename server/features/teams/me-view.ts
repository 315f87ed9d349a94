// The only maker of what /me shows: the caller's team, and who the caller is.
import type { Me } from '../../../contract/teams.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import type { Caller } from './caller.ts'
import type { Team } from './team-store.ts'

/** The pricing is that of the mode. */
export function meView(
  { owner, team, via, permissions }: Caller,
  { markup_percent, fee_cents }: Pick<Team, 'markup_percent' | 'fee_cents'>,
): Me {
  return {
    id: team.id,
    name: team.name,
    email: team.email,
    time_zone: team.time_zone,
    currency: 'BRL',
    mode: owner.mode,
    pricing: { markup_percent: Number(markup_percent), fee_amount: formatAmount(fee_cents) },
    late_payment: {
      fine_percent: Number(team.fine_percent),
      interest_percent: Number(team.interest_percent),
    },
    ...whoOf(via),
    permissions: listOf(permissions),
  }
}

function whoOf(via: Caller['via']): Pick<Me, 'key' | 'person'> {
  const { id, name } = via
  if (via.kind === 'key') return { key: { id, name, last_four: via.lastFour } }
  return { person: { id, name, email: via.email, role: via.role } }
}

const lists = new WeakMap<Caller['permissions'], Me['permissions']>()

/** Made once for each caller in memory. */
function listOf(permissions: Caller['permissions']): Me['permissions'] {
  const list = lists.get(permissions) ?? [...permissions]
  lists.set(permissions, list)
  return list
}
