// Whether the first owner is still missing, and what their agency is called if somebody has said so.
import type { Setup } from '../../../contract/people.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { DEMO } from '../teams/bootstrap.ts'
import { oldestTeam } from '../teams/team-store.ts'
import { anyPerson } from './person-store.ts'

export async function readSetup(db: Queryable): Promise<Setup> {
  if (await anyPerson(db)) return { needed: false, team_name: null }
  const name = (await oldestTeam(db))?.name ?? DEMO.name
  return { needed: true, team_name: name === DEMO.name ? null : name }
}
