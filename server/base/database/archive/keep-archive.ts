/** Keeps an archive fit to restore from while its server runs: a base backup a day, and a watch over its log. */
import { readdir } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { realClock } from '../../process/clock.ts'
import type { Say } from '../../process/say.ts'
import { withClient } from '../db.ts'
import type { ArchiveFolder } from './archive-folder.ts'
import { archiveAge, baseBackupAge } from './archive-metrics.ts'
import { isNoted, noteArchive, notedBase } from './archive-note.ts'
import { readArchiveState } from './archive-state.ts'
import { isAsked, untilAnswered } from './ask-disk.ts'
import { isSinceAll, listBaseBackups, removeOldBackups } from './base-backups.ts'
import { type BackupPlan, makeBaseBackup } from './make-base-backup.ts'

const LOOK_EVERY_MS = 15_000
const BASE_EVERY_MS = 24 * 3_600_000
/** As old as can be, so that it is an alarm. */
const NEVER = new Date(0)
/** After one that failed. */
const AGAIN_AFTER_MS = 600_000

interface KeepPlan extends Omit<BackupPlan, 'signal'> {
  /** Where the note lies that says where this database was archived last. */
  dataDir: string
  /** How many base backups stay. */
  keep: number
  /** False while another database writes there. */
  isOurs: () => boolean
  say: Say
}

export function keepArchive(plan: KeepPlan): { stop(): Promise<void> } {
  const halt = new AbortController()
  const { signal } = halt
  const rounds = [makeBackups(plan, signal), watch(plan, signal)]
  return {
    async stop() {
      halt.abort()
      await Promise.all(rounds)
    },
  }
}

async function makeBackups(
  { keep, dataDir, isOurs, say, ...plan }: KeepPlan,
  signal: AbortSignal,
): Promise<void> {
  const { archive } = plan
  // Undefined where the archive has a gap, or another database has made one since.
  let ownBase = isNoted(dataDir, archive.root) ? notedBase(dataDir) : undefined
  await every(signal, async () => {
    await untilAnswered(archive, signal)
    if (signal.aborted || !isOurs()) return LOOK_EVERY_MS
    const last = listBaseBackups(archive).at(-1)
    // A copy may have gone on there without one: then that is what is restored until there is another of ours.
    const isOwn =
      last !== undefined && basename(last.folder) === ownBase && isSinceAll(last, await readdir(archive.wal))
    if (isOwn && ageMs(new Date(last.whole_at)) < BASE_EVERY_MS) return LOOK_EVERY_MS
    try {
      ownBase = await makeBaseBackup({ ...plan, signal })
      noteArchive(dataDir, archive.root, ownBase)
      if (isOurs()) removeOldBackups(archive, keep)
      say(`A base backup was written to ${archive.bases}.`)
      return LOOK_EVERY_MS
    } catch (error) {
      if (!signal.aborted)
        say(`The base backup to ${archive.bases} failed: ${(error as Error).message}`, 'trouble')
      return AGAIN_AFTER_MS
    }
  })
}

async function watch({ archive, connection, say }: KeepPlan, signal: AbortSignal): Promise<void> {
  const beganAt = realClock.now()
  let since = beganAt
  let baseAt = beganAt
  let wasFailing = false
  const lookForBase = async () => {
    await untilAnswered(archive, signal)
    if (!signal.aborted) baseAt = lastBaseAt(archive) ?? NEVER
    baseBackupAge.set(ageMs(baseAt) / 1_000)
  }
  await every(signal, async () => {
    // A server that is away archives nothing either: then the last known moment counts.
    const state = await withClient(connection, readArchiveState).catch(() => null)
    since = state?.since ?? since
    archiveAge.set(ageMs(since) / 1_000)
    baseBackupAge.set(ageMs(baseAt) / 1_000)
    // How far behind it is must be told also while its disk does not answer.
    if (!isAsked(archive)) void lookForBase().catch(() => {})
    const isFailing = state?.isFailing ?? wasFailing
    if (isFailing && !wasFailing)
      say(`The database's log cannot be archived to ${archive.wal}; its own log says why.`, 'trouble')
    if (wasFailing && !isFailing) say(`The database's log is archived to ${archive.wal} again.`)
    wasFailing = isFailing
    return LOOK_EVERY_MS
  })
}

function lastBaseAt(archive: ArchiveFolder): Date | null {
  const last = listBaseBackups(archive).at(-1)
  return last === undefined ? null : new Date(last.whole_at)
}

function ageMs(at: Date): number {
  return Math.max(0, realClock.now().getTime() - at.getTime())
}

/** Again and again, after the time that each round asks for, until it is told to stop. Never rejects. */
async function every(signal: AbortSignal, round: () => Promise<number>): Promise<void> {
  while (!signal.aborted) {
    const waitMs = await round().catch(() => LOOK_EVERY_MS)
    await wait(waitMs, undefined, { signal }).catch(() => {})
  }
}
