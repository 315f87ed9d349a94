// The folder of test databases: in memory if there is enough, because copying is five times as fast there.
// Binaries stay outside, because such a folder may be noexec.
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../../server/kernel/db/embedded-postgres/test-support.ts'

const MEMORY = '/dev/shm'
/** Containers have 64 MB by default; a whole run takes less than one gigabyte. */
const ROOM_MIN_BYTES = 4 * 1024 ** 3
const NAME = 'embarque-test-'

/** A new folder, named after this process. */
export function fastFolder(): string {
  return mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), `${NAME}${process.pid}-`))
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM_MIN_BYTES
}

/** Removes folders of killed processes, which would occupy memory until the machine restarts. */
export function removeLeftBehind(): void {
  if (!existsSync(MEMORY)) return
  for (const name of readdirSync(MEMORY)) {
    const pid = new RegExp(`^${NAME}(\\d+)-`).exec(name)?.[1]
    if (pid === undefined || isAlive(Number(pid))) continue
    const folder = join(MEMORY, name)
    if (statSync(folder).uid === process.getuid?.()) rmSync(folder, { recursive: true, force: true })
  }
}
