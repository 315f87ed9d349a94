/** What the server is told so that it archives its log, or reads an archive back. */
import type { ArchiveFolder } from './archive-folder.ts'
import { writerFile } from './archive-writer.ts'
import { PACKED, PART } from './pack-files.ts'

/** With the moment that a copy takes, less than a minute of work is on this machine alone. */
const ARCHIVE_AFTER = '45s'

/**
 * A segment is on the disk, whole, under its name or not at all. One that is there is never written over: the same
 * again is fine, as after a crash; another of that name is a failure, which the server tries again and counts. So is
 * any while the archive is not this server's, who is known by its token.
 */
export function archivingSettings(
  { root, wal }: Pick<ArchiveFolder, 'root' | 'wal'>,
  token: string,
): Record<string, string> {
  const folder = shellWord(wal)
  const file = shellWord(`${wal}/`)
  const command = `read -r w < ${shellWord(writerFile(root))} || exit 1
[ "$w" = ${token} ] || { echo "this archive was taken over by another database or a later start" >&2; exit 1; }
f=${file}%f${PACKED}; p="$f.${token}${PART}"
if [ -e "$f" ]
then gzip -dc "$f" | cmp -s - "%p" || { echo "another %f is archived already" >&2; exit 1; }
else gzip -1 -n -c "%p" > "$p" && sync "$p" && mv "$p" "$f"
fi && sync ${folder}`
  return {
    wal_level: 'replica',
    archive_mode: 'on',
    archive_timeout: ARCHIVE_AFTER,
    archive_command: command,
  }
}

/** For a server on an unpacked base backup: reads the log up to a moment, or to its end, and goes on from there. */
export function recoverySettings(walDir: string, timeline: number, to: Date | null): Record<string, string> {
  const file = `${shellWord(`${walDir}/`)}%f${PACKED}`
  return {
    restore_command: `test -f ${file} && gzip -dc ${file} > "%p"`,
    recovery_target_action: 'promote',
    // By itself it would follow whatever it finds there, also what branched off before this began.
    recovery_target_timeline: String(timeline),
    // Nobody is let in before it is there.
    hot_standby: 'off',
    // When settings are read, the server knows no letters for zones yet.
    ...(to !== null && { recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00') }),
  }
}

/** As one word of a shell, in which the server replaces what a per cent sign begins. */
function shellWord(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`.replaceAll('%', '%%')
}
