// Turns failures of commands into sentences and exit codes.
import type { ErrorDetail } from '../../../contract/common.ts'
import { phraseOf } from '../../../contract/phrases/issues.ts'
import type { Phrase } from '../../../contract/phrases/phrase.ts'
import { isDatabaseUnavailable, refusesWrites } from '../../kernel/db/errors.ts'
import { ConfigError } from '../../kernel/process/settings.ts'
import { Fail, userMessage } from '../../kernel/values/fail.ts'
import { faultIn } from './phrases/faults.ts'
import { placeholderIn } from './phrases/placeholders.ts'
import { joined, same } from './terminal.ts'

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

/** A failure that is no bug, with a sentence that says what to do; its `message` is the English one. */
export class CommandFailure extends Error {
  readonly text: Phrase
  readonly why: Why
  /** The API's error code, if the service refused. */
  readonly code: string | undefined
  /** The fields that the service refused. */
  readonly details: readonly ErrorDetail[]

  constructor(why: Why, text: Phrase, code?: string, details: readonly ErrorDetail[] = []) {
    super(text[0])
    this.name = 'CommandFailure'
    this.text = text
    this.why = why
    this.code = code
    this.details = details
  }
}

/** For a missing or wrong argument. */
export function notUnderstood(argument: string, issue: Phrase): never {
  throw new CommandFailure('notUnderstood', aboutArgument(argument, issue))
}

/** For an argument whose value is refused. */
export function refuseArgument(argument: string, issue: Phrase): never {
  throw new CommandFailure('failed', aboutArgument(argument, issue), 'invalid_request_parameters')
}

function aboutArgument(argument: string, [english, portuguese]: Phrase): Phrase {
  return [`${argument} ${english}`, `${placeholderIn('pt-BR', argument)}: ${portuguese}`]
}

interface ReportedFailure {
  text: Phrase
  why: Why
  code?: string | undefined
}

type AnyError = Error & { code?: string | undefined; syscall?: string; path?: string }

export function failureOf(error: AnyError): ReportedFailure {
  if (error instanceof CommandFailure) return { text: error.text, why: error.why, code: error.code }
  if (error instanceof ConfigError) return { text: settingsText(error), why: 'failed' }
  if (error instanceof Fail) return { text: textOf(error), why: 'failed', code: error.code }
  const { message } = error
  if (error.code === 'EADDRINUSE')
    return {
      text: [
        `${message}: another program uses this port; set PORT to a free one.`,
        `${message}: outro programa já usa esta porta; defina PORT com uma porta livre.`,
      ],
      why: 'failed',
    }
  if (error.code === 'EACCES' && error.syscall === 'listen')
    return {
      text: [
        `${message}: this user may not listen on this port; set PORT to one above 1023.`,
        `${message}: este usuário não pode usar esta porta; defina PORT com uma porta acima de 1023.`,
      ],
      why: 'failed',
    }
  // A file error has a path; a connection to a database socket has one too.
  if (error.path !== undefined && error.syscall !== 'connect') return { text: same(message), why: 'failed' }
  if (error.syscall === 'write' && (error.code === 'ENOSPC' || error.code === 'EDQUOT'))
    return {
      text: [
        `The disk that was written to is full (${message}). Free some space there, or name another place.`,
        `O disco de destino está cheio (${message}). Libere espaço nele ou escolha outro lugar.`,
      ],
      why: 'failed',
    }
  if (refusesWrites(error))
    return {
      text: [
        `The database takes no changes now (${message}). Look at its disk, and whether it is a standby.`,
        `O banco de dados não aceita alterações agora (${message}). Veja se o disco dele está cheio ou se ele é uma réplica.`,
      ],
      why: 'notReached',
    }
  if (isDatabaseUnavailable(error))
    return {
      text: [
        `The database cannot be reached (${message}). Check DATABASE_URL, and that its server runs.`,
        `Não foi possível acessar o banco de dados (${message}). Confira DATABASE_URL e se o servidor está no ar.`,
      ],
      why: 'notReached',
    }
  return { text: faultIn(message || String(error)), why: 'failed' }
}

/** One line for each wrong setting. */
function settingsText({ message, problems }: ConfigError): Phrase {
  const lines = problems.map((problem) => `  - ${faultIn(problem)[1]}`)
  return [message, ['As configurações estão erradas:', ...lines].join('\n')]
}

/** Field errors suffice: the API's sentence asks to send the request again. */
function textOf(failure: Fail): Phrase {
  const { message, code, options } = failure
  const fields = (options.details ?? []).map(({ field, issue }) => aboutArgument(field, phraseOf(issue)))
  if (code === 'invalid_request_parameters' && fields.length > 0) return joined(fields)
  const indented = fields.map(([english, portuguese]): Phrase => [`  ${english}`, `  ${portuguese}`])
  return joined([[message, userMessage(failure, 'pt-BR')], ...indented])
}

/** A field that the service refused, by its own name or that of its argument. */
export function aboutField({ field, issue, user_message: sentence = issue }: ErrorDetail): Phrase {
  return aboutArgument(field, [issue, sentence])
}
