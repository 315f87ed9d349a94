/** Maintains an archive while its server runs: a base backup a day, the metrics, and a report if archiving fails. */
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Gauge } from 'prom-client'
import { realClock } from '../../process/clock.ts'
import type { Say } from '../../process/log.ts'
import { registry } from '../../process/metrics.ts'
import { onlyRow, type Queryable, statement, withClient } from '../db.ts'
import {
  type ArchiveFolder,
  isDiskChecked,
  isNoted,
  noteArchive,
  notedBase,
  untilDiskResponds,
} from './archive-folder.ts'
import { type BackupPlan, createBaseBackup, listBaseBackups, removeOldBackups } from './base-backups.ts'

const CHECK_EVERY_MS = 15_000
const BASE_EVERY_MS = 24 * 3_600_000
const RETRY_AFTER_MS = 600_000
/** Of an archive without a base backup: old enough for the alert. */
const NEVER = new Date(0)

const ageOf = (what: string, help: string) =>
  new Gauge({ name: `embarque_${what}_age_seconds`, help, registers: [registry] })

const archiveAge = ageOf(
  'archive',
  'Since the last segment of the database log was archived; 0 without BACKUP_DIR',
)
const baseBackupAge = ageOf('base_backup', 'Since the last base backup was whole; 0 without BACKUP_DIR')

interface ArchiveState {
  /** When the last segment was archived. The server forgets it in a crash: then since its start. */
  since: Date
  /** The last try failed. */
  isFailing: boolean
}

const selectState = statement<ArchiveState>(`
  select greatest(last_archived_time, pg_postmaster_start_time()) as since,
    coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing" from pg_stat_archiver`)

export async function readArchiveState(db: Queryable): Promise<ArchiveState> {
  return onlyRow(await selectState(db))
}

interface KeepPlan extends Omit<BackupPlan, 'signal'> {
  dataDir: string
  /** How many base backups stay. */
  keep: number
  /** False while another server writes there. */
  isOurs: () => boolean
  say: Say
}

export function keepArchive(plan: KeepPlan): { stop(): Promise<void> } {
  const halt = new AbortController()
  const { signal } = halt
  const rounds = [createBackups(plan, signal), watch(plan, signal)]
  return {
    async stop() {
      halt.abort()
      await Promise.all(rounds)
    },
  }
}

async function createBackups(
  { keep, dataDir, isOurs, say, ...plan }: KeepPlan,
  signal: AbortSignal,
): Promise<void> {
  const { archive } = plan
  // Undefined if the archive has a gap.
  let ownBase = isNoted(dataDir, archive.root) ? notedBase(dataDir) : undefined
  await every(signal, async () => {
    await untilDiskResponds(archive, signal)
    if (signal.aborted || !isOurs()) return CHECK_EVERY_MS
    const last = listBaseBackups(archive).at(-1)
    // A clone of this machine may have created the last one.
    const isOwn = last !== undefined && basename(last.folder) === ownBase
    if (isOwn && ageMs(new Date(last.whole_at)) < BASE_EVERY_MS) return CHECK_EVERY_MS
    try {
      ownBase = await createBaseBackup({ ...plan, signal })
      noteArchive(dataDir, archive.root, ownBase)
      if (isOurs()) removeOldBackups(archive, keep)
      say(`A base backup was written to ${archive.bases}.`)
      return CHECK_EVERY_MS
    } catch (error) {
      if (!signal.aborted)
        say(`The base backup to ${archive.bases} failed: ${(error as Error).message}`, 'trouble')
      return RETRY_AFTER_MS
    }
  })
}

async function watch({ archive, connection, say }: KeepPlan, signal: AbortSignal): Promise<void> {
  const beganAt = realClock.now()
  let since = beganAt
  let baseAt = beganAt
  let wasFailing = false
  const readBaseAge = async () => {
    await untilDiskResponds(archive, signal)
    if (!signal.aborted) baseAt = lastBaseAt(archive) ?? NEVER
    baseBackupAge.set(ageMs(baseAt) / 1_000)
  }
  await every(signal, async () => {
    // A server that is unavailable archives nothing either: then the last known moment counts.
    const state = await withClient(connection, readArchiveState).catch(() => null)
    since = state?.since ?? since
    archiveAge.set(ageMs(since) / 1_000)
    baseBackupAge.set(ageMs(baseAt) / 1_000)
    // Not awaited: the metrics must grow also while the disk does not respond.
    if (!isDiskChecked(archive)) void readBaseAge().catch(() => {})
    const isFailing = state?.isFailing ?? wasFailing
    if (isFailing && !wasFailing)
      say(`The database's log cannot be archived to ${archive.wal}; its own log says why.`, 'trouble')
    if (wasFailing && !isFailing) say(`The database's log is archived to ${archive.wal} again.`)
    wasFailing = isFailing
    return CHECK_EVERY_MS
  })
}

function lastBaseAt(archive: ArchiveFolder): Date | null {
  const last = listBaseBackups(archive).at(-1)
  return last === undefined ? null : new Date(last.whole_at)
}

function ageMs(at: Date): number {
  return Math.max(0, realClock.now().getTime() - at.getTime())
}

/** Repeats a round after the time that it returns, until the signal is aborted. Never rejects. */
async function every(signal: AbortSignal, round: () => Promise<number>): Promise<void> {
  while (!signal.aborted) {
    const waitMs = await round().catch(() => CHECK_EVERY_MS)
    await wait(waitMs, undefined, { signal }).catch(() => {})
  }
}
