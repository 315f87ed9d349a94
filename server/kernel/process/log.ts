// Structured logs: JSON lines for machines, one readable line each for a person at a terminal.
// Only ids, paths and outcomes are logged: no headers, bodies or query strings, so no keys and no personal data.
import pino from 'pino'

export type Log = pino.Logger

export interface LogOptions {
  level: string
  /** Readable lines instead of JSON. */
  readable?: boolean
  /** A stream or a file name; standard output if omitted. */
  destination?: pino.DestinationStream | string
  /** The name of this process among several. */
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

/** The longest wait for further lines, and the bytes that end it. */
const GATHER = { ms: 10, bytes: 8_192 }

/**
 * Writes lines in batches: each write wakes a thread, which would slow short responses. Every end of the
 * process but a kill writes the rest.
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

// How code without a log reports to the operator.

/** One line; 'trouble' marks lines that need an action. */
export type Say = (line: string, weight?: 'trouble') => void

export function sayTo(log: Log): Say {
  return (line, weight) => log[weight === 'trouble' ? 'warn' : 'info'](line)
}
