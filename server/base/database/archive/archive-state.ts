/** How far the archive has got, as the server knows it. */
import { onlyRow, type Queryable } from '../db.ts'

export interface ArchiveState {
  /** The last segment was archived then, or the server started, which knows no better after a crash. */
  since: Date
  /** The last try failed. */
  isFailing: boolean
}

export async function readArchiveState(db: Queryable): Promise<ArchiveState> {
  const text = `select greatest(last_archived_time, pg_postmaster_start_time()) as since,
    coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing" from pg_stat_archiver`
  return onlyRow((await db.query({ text })).rows as ArchiveState[])
}
