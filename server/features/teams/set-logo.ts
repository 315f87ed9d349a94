// Sets, shows and removes the logo of an agency. What was sent is made anew before it is stored, off the event loop.
import { createHash } from 'node:crypto'
import type { Logo, TeamProfile } from '../../../contract/team-profile.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { Scope } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { turnsOf } from '../heavy-work.ts'
import type { World } from '../world.ts'
import { deleteLogosBut, findLogo, insertLogo } from './logo-store.ts'
import { LOGO_SIZES, type LogoSize, logoView } from './profile-view.ts'
import { demandTeam, type Team } from './team-store.ts'
import { changeTeam } from './update-team.ts'

/** Mails that were sent show one of these. */
const LOGOS_KEPT = 5

export async function setLogo(world: World, scope: Scope, file: Buffer): Promise<TeamProfile> {
  const { teamId } = scope.owner
  const { width, height, ...files } = await world.heavyWork.run(turnsOf(scope.owner), 'logo', { file })
  // The team is in it: the same picture of another agency is another logo.
  const name = createHash('sha256').update(teamId).update(files.wide).digest('hex').slice(0, 40)
  return changeTeam(world, scope, async (_known, tx) => {
    await insertLogo(tx, name, teamId, files, world.wall.now())
    await deleteLogosBut(tx, teamId, LOGOS_KEPT)
    return { logo: { name, width, height } }
  })
}

/** With those before it, which only mails of the past show. */
export async function removeLogo(world: World, scope: Scope): Promise<TeamProfile> {
  return changeTeam(world, scope, async ({ id, logo }, tx) => {
    if (logo === null) fail('logo_not_found')
    await deleteLogosBut(tx, id, 0)
    return { logo: null }
  })
}

export async function readLogo(world: World, teamId: string): Promise<Logo> {
  const { logo } = await demandTeam(world.pool, teamId)
  return logo === null ? fail('logo_not_found') : logoView(world, logo)
}

const SIZES = new Map<string, LogoSize>([
  [`${LOGO_SIZES.wide}`, 'wide'],
  [`${LOGO_SIZES.touch_icon}`, 'touch_icon'],
  [`${LOGO_SIZES.icon}`, 'icon'],
])

/** The picture for the file name at the end of its address. */
export async function readLogoFile(db: Queryable, file: string): Promise<Buffer> {
  const [, name = '', edge = ''] = /^([0-9a-f]{40})-(\d{2,3})\.png$/.exec(file) ?? []
  const size = SIZES.get(edge)
  return (size && (await findLogo(db, name, size))) ?? fail('logo_not_found')
}

/** As papers draw it; null for an agency without one. */
export async function logoPicture(db: Queryable, { logo }: Pick<Team, 'logo'>): Promise<Buffer | null> {
  return logo === null ? null : ((await findLogo(db, logo.name, 'wide')) ?? null)
}
