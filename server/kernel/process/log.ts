// Structured logs: JSON lines for machines, one readable line each for a person at a terminal.
// Only ids, paths and outcomes are logged: no headers, bodies or query strings, so no keys and no personal data.
import pino from 'pino'

export type Log = pino.Logger

export interface LogOptions {
  level: string
  /** Readable lines instead of JSON. */
  readable?: boolean
  /** Or the name of a file; standard output if left out. */
  destination?: pino.DestinationStream | string
  /** Which one of several processes this is. */
  process?: string
}

export function makeLog({ level, readable = false, destination = '', process }: LogOptions): Log {
  const lines = typeof destination === 'string' ? gathered(destination || 1) : destination
  return pino(
    {
      level,
      base: process === undefined ? null : { process },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: plainError },
    },
    readable ? readableLines(lines) : lines,
  )
}

/** Lines wait so long for others, and no longer where there are so many bytes of them. */
const GATHER = { ms: 10, bytes: 8_192 }

/**
 * Writes lines together: each write wakes a thread, and took a tenth of the time of a short answer. The end of the
 * process, whichever way it comes but by a kill, writes what is left.
 */
function gathered(dest: number | string): pino.DestinationStream {
  const stream = pino.destination({ dest, minLength: GATHER.bytes })
  let isWaiting = false
  const flush = () => {
    isWaiting = false
    stream.flush()
  }
  return {
    write(line) {
      stream.write(line)
      if (isWaiting) return
      isWaiting = true
      setTimeout(flush, GATHER.ms).unref()
    },
  }
}

interface PlainError {
  type: string
  message: string
  code?: string
  constraint?: string
  stack?: string
}

/** A database error carries the row's values in `detail` and `where`; those stay out of the log. */
function plainError(error: Error & { code?: string; constraint?: string }): PlainError {
  const plain: PlainError = { type: error.name, message: error.message }
  if (error.code !== undefined) plain.code = error.code
  if (error.constraint !== undefined) plain.constraint = error.constraint
  if (error.stack !== undefined) plain.stack = error.stack
  return plain
}

function readableLines(destination: pino.DestinationStream): pino.DestinationStream {
  return { write: (line) => destination.write(readableLine(line)) }
}

function readableLine(line: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(line)
  const pairs = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const stack = err === undefined ? '' : `\n  ${err.stack ?? err.message}`
  return `${time.slice(11, 23)} ${level.padEnd(5)} ${[msg, ...pairs].join(' ')}${stack}\n`
}

// What parts that know of no log tell whoever runs the installation.

/** In one line; what needs somebody to do something is marked as trouble. */
export type Say = (line: string, weight?: 'trouble') => void

export function sayTo(log: Log): Say {
  return (line, weight) => log[weight === 'trouble' ? 'warn' : 'info'](line)
}
