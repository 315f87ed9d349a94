/** Keeps an archive for a server as long as that runs, and tells where another database has it. */
import type { Say } from '../../process/say.ts'
import type { DataFolder } from '../embedded-postgres/data-folder.ts'
import type { OsAccount } from '../embedded-postgres/os-account.ts'
import { type ArchiveFolder, isThere, openArchive } from './archive-folder.ts'
import { isNoted } from './archive-note.ts'
import { archivingSettings } from './archive-settings.ts'
import { type ArchiveWriter, leaveArchive, readWriter, takeArchive, writerFor } from './archive-writer.ts'
import { isAsked, isHanging, untilAnswered } from './ask-disk.ts'

const LOOK_EVERY_MS = 15_000

export interface HeldArchive {
  /** For the server, which archives by itself and only while it is its turn. */
  readonly settings: Record<string, string>
  isOurs(): boolean
  release(): void
}

export interface HoldPlan {
  archive: ArchiveFolder
  folder: DataFolder
  account: OsAccount
  say: Say
  lookEveryMs?: number
}

/** Throws where it can never be this database's. */
export function holdArchive(plan: HoldPlan): HeldArchive {
  const { archive, folder, account, say, lookEveryMs = LOOK_EVERY_MS } = plan
  const { root } = archive
  const us = writerFor(folder.root)
  let isReady = false
  /** What is in the way, as far as it was told. */
  let told: string | null = null
  let isReleased = false

  /** Null where it is ours, else what is in the way. */
  function take(): string | null {
    // A disk that is not mounted: what is archived to the empty folder in its place would be taken for safe.
    if ((isReady || isNoted(folder.root, root)) && !isThere(archive)) return awayText(root)
    const other = isReady ? takeArchive(root, us) : openArchive(archive, folder.cluster, account, us)
    isReady = other === null
    return other === null ? null : takenText(root, other)
  }

  function look(): void {
    const inTheWay = take()
    if (inTheWay !== null && inTheWay !== told) say(inTheWay, 'trouble')
    if (inTheWay === null && told !== null) say(`This database is archived to ${root} now.`)
    told = inTheWay
  }

  look()
  const again = async () => {
    if (isAsked(archive)) return
    await untilAnswered(archive)
    if (!isReleased) look()
  }
  // What is in the way then, the server's own tries tell of.
  const timer = setInterval(() => again().catch(() => {}), lookEveryMs).unref()
  return {
    settings: archivingSettings(archive, us.token),
    isOurs: () => isHeldBy(root, us),
    release() {
      isReleased = true
      clearInterval(timer)
      // It may never answer; then it is left by being forgotten.
      if (isHanging(archive)) return
      try {
        leaveArchive(root, us)
      } catch {
        // So it is where it is away.
      }
    },
  }
}

function isHeldBy(root: string, us: ArchiveWriter): boolean {
  return readWriter(root)?.token === us.token
}

export function takenText(root: string, { place }: ArchiveWriter): string {
  return (
    `${root} is the archive of another database that runs, ${place}. Nothing of this one is archived there, ` +
    'so that neither spoils it. Stop that one, or set BACKUP_DIR to another folder.'
  )
}

export function awayText(root: string): string {
  return (
    `${root} was the archive of this database, and that is not there now. Nothing is archived until it is: ` +
    'mount its disk again, or set BACKUP_DIR to another folder.'
  )
}
