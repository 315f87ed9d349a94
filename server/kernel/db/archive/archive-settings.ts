/** The settings with which a server archives its log, or recovers from an archive. */
import { type ArchiveFolder, writerFile } from './archive-folder.ts'
import { PACKED, PART } from './packed-files.ts'

/** With the moment that a copy takes, less than a minute of work is on this machine alone. */
const ARCHIVE_AFTER = '45s'

/**
 * A segment is complete and synced under its name, or not there. An existing one is never overwritten: the same content
 * again succeeds, as after a crash, and another content fails. So does every segment while another writer is named.
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

/** For a server on an unpacked base backup: it replays the log up to a moment, or to its end. */
export function recoverySettings(walDir: string, to: Date | null): Record<string, string> {
  const file = `${shellWord(`${walDir}/`)}%f${PACKED}`
  return {
    restore_command: `test -f ${file} && gzip -dc ${file} > "%p"`,
    recovery_target_action: 'promote',
    // A folder holds one history: that of the base backup.
    recovery_target_timeline: 'current',
    // No connection before the recovery is complete.
    hot_standby: 'off',
    // The server cannot read names of time zones yet when it reads this.
    ...(to !== null && { recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00') }),
  }
}

/** One word of a shell, in a setting in which a per cent sign has a meaning. */
function shellWord(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`.replaceAll('%', '%%')
}
