// The SQL of the go-live check on the installation itself: its backups and its releases.
import { onlyRow, type Queryable, statement } from '../../kernel/db/db.ts'

const update = statement('update installation set last_backup_at = $1')

/** Records a complete backup. */
export async function noteBackup(db: Queryable, at: Date): Promise<void> {
  await update(db, at)
}

const select = statement<{ last_backup_at: Date | null }>('select last_backup_at from installation')

/** Null if none is known. */
export async function lastBackupAt(db: Queryable): Promise<Date | null> {
  return (await select(db))[0]?.last_backup_at ?? null
}

interface Versions {
  postgres: string
  postgres_number: number
  schema: number
}

const selectVersions = statement<Versions>(`
  select current_setting('server_version') as postgres, current_setting('server_version_num')::int as postgres_number,
    (select max(number) from migrations)::int as schema`)

export async function readVersions(db: Queryable): Promise<Versions> {
  return onlyRow(await selectVersions(db))
}
