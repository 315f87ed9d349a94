// The teams of an installation as operators see them: who they are and how many belong to each, and nothing of theirs.
import type { InstallationTeam } from '../../../contract/installation.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { countTeams, listTeams } from '../teams/team-store.ts'
import { countPeopleOf } from './member-store.ts'

export async function readTeams(db: Queryable, page: Page): Promise<Listing<InstallationTeam>> {
  const total = await countTeams(db)
  const teams = await listTeams(db, page)
  const people = await countPeopleOf(
    db,
    teams.map(({ id }) => id),
  )
  const items = teams.map(({ id, name, email, time_zone, created_at }) => ({
    id,
    name,
    email,
    time_zone,
    people: people.get(id) ?? 0,
    created_at: isoTimestamp(created_at),
  }))
  return { items, total }
}
