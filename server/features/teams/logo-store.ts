// The only SQL on the pictures of logos.
import { type Queryable, statement } from '../../kernel/db/db.ts'
import type { LogoSize } from './profile-view.ts'

export type LogoFiles = Readonly<Record<LogoSize, Buffer>>

const insert = statement(`
  insert into team_logos (name, team_id, wide, touch_icon, icon, created_at) values ($1, $2, $3, $4, $5, $6)
  on conflict (name) do update set created_at = excluded.created_at`)

export async function insertLogo(
  db: Queryable,
  name: string,
  teamId: string,
  { wide, touch_icon, icon }: LogoFiles,
  at: Date,
): Promise<void> {
  await insert(db, name, teamId, wide, touch_icon, icon, at)
}

const deleteOld = statement(`
  delete from team_logos where name = any(array(
    select name from team_logos where team_id = $1 order by created_at desc, name offset $2))`)

/** All but the newest. */
export async function deleteLogosBut(db: Queryable, teamId: string, kept: number): Promise<void> {
  await deleteOld(db, teamId, kept)
}

const selects = {
  wide: statement<{ content: Buffer }>('select wide as content from team_logos where name = $1'),
  touch_icon: statement<{ content: Buffer }>('select touch_icon as content from team_logos where name = $1'),
  icon: statement<{ content: Buffer }>('select icon as content from team_logos where name = $1'),
} as const

export async function findLogo(db: Queryable, name: string, size: LogoSize): Promise<Buffer | undefined> {
  return (await selects[size](db, name))[0]?.content
}
