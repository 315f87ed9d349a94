// Turns failures of commands into sentences and exit codes.
import type { ErrorDetail } from '../../../contract/common.ts'
import { isDatabaseUnavailable, takesNothing } from '../../kernel/db/errors.ts'
import { ConfigError } from '../../kernel/process/settings.ts'
import { Fail } from '../../kernel/values/fail.ts'

/** The exit codes; docs/commands.md has the same table. */
export const EXIT_CODES = {
  done: 0,
  failed: 1,
  notUnderstood: 2,
  notReached: 3,
  notAllowed: 4,
} as const

type Why = Exclude<keyof typeof EXIT_CODES, 'done'>

export function isWhy(word: unknown): word is Why {
  return typeof word === 'string' && word !== 'done' && Object.hasOwn(EXIT_CODES, word)
}

/** A failure that is no bug, with a sentence that says what to do. */
export class CommandFailure extends Error {
  readonly why: Why
  /** The API's error code, if the service refused. */
  readonly code: string | undefined
  /** The fields that the service refused. */
  readonly details: readonly ErrorDetail[]

  constructor(why: Why, message: string, code?: string, details: readonly ErrorDetail[] = []) {
    super(message)
    this.name = 'CommandFailure'
    this.why = why
    this.code = code
    this.details = details
  }
}

/** For a missing or wrong argument. */
export function notUnderstood(argument: string, issue: string): never {
  throw new CommandFailure('notUnderstood', `${argument} ${issue}`)
}

interface ReportedFailure {
  text: string
  why: Why
  code?: string | undefined
}

type AnyError = Error & { code?: string | undefined; syscall?: string; path?: string }

export function failureOf(error: AnyError): ReportedFailure {
  if (error instanceof CommandFailure) return { text: error.message, why: error.why, code: error.code }
  if (error instanceof ConfigError) return { text: error.message, why: 'failed' }
  if (error instanceof Fail) return { text: textOf(error), why: 'failed', code: error.code }
  if (error.code === 'EADDRINUSE')
    return {
      text: `${error.message}: another program uses this port; set PORT to a free one.`,
      why: 'failed',
    }
  if (error.code === 'EACCES' && error.syscall === 'listen')
    return {
      text: `${error.message}: this user may not listen on this port; set PORT to one above 1023.`,
      why: 'failed',
    }
  // A file error has a path; a connection to a database socket has one too.
  if (error.path !== undefined && error.syscall !== 'connect') return { text: error.message, why: 'failed' }
  if (error.syscall === 'write' && (error.code === 'ENOSPC' || error.code === 'EDQUOT'))
    return {
      text: `The disk that was written to is full (${error.message}). Make room there, or name another place.`,
      why: 'failed',
    }
  if (takesNothing(error))
    return {
      text: `The database takes no changes now (${error.message}). Look at its disk, and whether it is a standby.`,
      why: 'notReached',
    }
  if (isDatabaseUnavailable(error))
    return {
      text: `The database cannot be reached (${error.message}). Check DATABASE_URL, and that its server runs.`,
      why: 'notReached',
    }
  return { text: error.message || String(error), why: 'failed' }
}

/** Field errors suffice: the API's sentence asks to send the request again. */
function textOf({ message, code, options }: Fail): string {
  const fields = (options.details ?? []).map(({ field, issue }) => `${field} ${issue}`)
  if (code === 'invalid_request_parameters' && fields.length > 0) return fields.join('\n')
  return [message, ...fields.map((line) => `  ${line}`)].join('\n')
}
