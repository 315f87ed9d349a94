/** Turns system errors into sentences that say what the operator can do. */

const OUTPUT_LINES_MAX = 12

export function lastLines(text: string): string {
  return text.trimEnd().split('\n').slice(-OUTPUT_LINES_MAX).join('\n')
}

/** Errors that are sentences already stay unchanged. */
export function explainFileError(error: unknown, dataDir: string): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (!syscall) return error
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new Error(
      `The data folder ${dataDir} cannot be written (${message}). If another user started the service before, such as ` +
        `root, give the folder to this one (sudo chown -R "$(id -un)" "${dataDir}"), or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new Error(`The disk of ${dataDir} is full (${message}). Free some space there, or set DATA_DIR.`, {
      cause: error,
    })
  }
  return new Error(
    `The data folder ${dataDir} cannot be used (${message}). Set DATA_DIR to another folder.`,
    {
      cause: error,
    },
  )
}

export function explainSpawnError(error: unknown, dataDir: string): Error {
  const { code, message } = error as NodeJS.ErrnoException
  const remedy =
    code === 'EACCES'
      ? ': a folder above is closed to it, or the disk is mounted noexec. ' +
        'Set DATA_DIR to a folder it can reach, for example below /var/lib.'
      : '.'
  return new Error(`The database's user cannot run the programs in ${dataDir} (${message})${remedy}`, {
    cause: error,
  })
}

/** Explains why a server accepts no connections yet. */
export function notReadyYet(settings: Record<string, string>): string {
  const why =
    settings.restore_command === undefined
      ? 'after a crash it reads its log again first'
      : 'it reads the log from the archive'
  return `The database is not ready yet: ${why}.`
}

export function notReadyInTime(withinMs: number, log: string): Error {
  return new Error(`The database was not ready after ${withinMs / 1_000} seconds. Its log: ${log}`)
}
