// The environment of a command: settings, input and output. The only code that writes to the terminal.

import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Phrase, ReaderLanguage } from '../../../contract/phrases/phrase.ts'
import { namesInFile, readEnvironment, systemLanguage } from '../../kernel/process/environment.ts'
import { PROJECT_DIR } from '../../kernel/process/project.ts'

export interface Terminal {
  /** Read on demand: help needs none. */
  settings(): Record<string, string | undefined>
  /** The names that the file .env sets. */
  namesInFile?(): readonly string[]
  /** The command that runs. */
  command?: string
  language: ReaderLanguage
  /** Prints text for people; with --json the value instead, or the English text as a `message`. */
  say(text: Phrase, value?: unknown): void
  sayError(text: Phrase): void
  /** Prints a line as it is: scripts, messages of a protocol. */
  write(line: string): void
  writeError(line: string): void
  /** Sets the exit code, unless another call follows; 0 by default. */
  endWith(code: number): void
  /** Returns one answer for each question. */
  ask(questions: readonly Question[]): Promise<string[]>
  /** Aborted when the user ends a long-running command. */
  stop(): AbortSignal
  /** Standard input, for a program that talks to another. */
  input(): AsyncIterable<Buffer | string>
  /** Only tests set it: a lower cost of the passphrase of encrypted backups. */
  scryptWorkFactor?: number
}

const ESCAPE = String.fromCharCode(27)
/** Control characters and bidirectional overrides, except lines, tabs and the colours of the demo. */
const STEERING = new RegExp(
  `(?!\\r?\\n|\\t|${ESCAPE}\\[(?:[14]|2[24]|3[2369])m)[\\p{Cc}\\u202a-\\u202e\\u2066-\\u2069]`,
  'gu',
)

/**
 * Output contains texts of services and strangers. Escaped characters are visible and mean the same in JSON.
 */
function harmless(text: string): string {
  return text.replace(STEERING, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const language = systemLanguage()

export const terminal: Terminal = speaking({
  language,
  settings: () => readEnvironment(PROJECT_DIR),
  namesInFile: () => namesInFile(PROJECT_DIR),
  write: (line) => void process.stdout.write(`${harmless(line)}\n`),
  writeError: (line) => void process.stderr.write(`${harmless(line)}\n`),
  endWith(code) {
    process.exitCode = code
  },
  ask: (questions) => askAll(questions, language),
  stop() {
    const stop = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort())
    return stop.signal
  },
  input: () => process.stdin,
})

/** Adds what is said in the terminal's language. */
export function speaking(silent: Omit<Terminal, 'say' | 'sayError'>): Terminal {
  const { language: spoken, write, writeError } = silent
  return {
    ...silent,
    say: (text) => write(textIn(spoken, text)),
    sayError: (text) => writeError(textIn(spoken, text)),
  }
}

export function textIn(spoken: ReaderLanguage, [english, portuguese]: Phrase): string {
  return spoken === 'en' ? english : portuguese
}

/** A text that is the same in both languages: a name, a number, a script. */
export const same = (text: string): Phrase => [text, text]

/** One phrase of several, in each language joined by the same text. */
export function joined(phrases: readonly Phrase[], between = '\n'): Phrase {
  return [
    phrases.map(([english]) => english).join(between),
    phrases.map(([, portuguese]) => portuguese).join(between),
  ]
}

/** A reader such as `head` may have closed the pipe: the rest is dropped. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

/** The same terminal for a program: one line of JSON for each message, always in English, and nothing else. */
export function inJson(terminal: Terminal): Terminal {
  return {
    ...speaking({ ...terminal, language: 'en' }),
    say: ([message], value = { message }) => terminal.write(JSON.stringify(value)),
  }
}

/** A cell of a table: the same in both languages, or a phrase. */
export type Cell = string | Phrase

const cellIn = (spoken: ReaderLanguage, cell: Cell) =>
  typeof cell === 'string' ? cell : textIn(spoken, cell)

/** Columns as wide as their widest cell; for programs an object for each row, by the English titles. */
export function sayTable(
  terminal: Terminal,
  head: readonly Phrase[],
  body: readonly (readonly Cell[])[],
  ifEmpty?: Phrase,
): void {
  const names = head.map(([title]) => title.toLowerCase().replaceAll(/\W+/g, '_'))
  const rows = body.map((row) =>
    Object.fromEntries(row.map((cell, index) => [names[index], cellIn('en', cell)])),
  )
  terminal.say(body.length === 0 && ifEmpty !== undefined ? ifEmpty : table(head, body), rows)
}

export function table(head: readonly Phrase[], body: readonly (readonly Cell[])[]): Phrase {
  const inOne = (spoken: ReaderLanguage) =>
    columns(
      head.map((title) => textIn(spoken, title)),
      body.map((row) => row.map((cell) => cellIn(spoken, cell))),
    )
  return [inOne('en'), inOne('pt-BR')]
}

function columns(head: string[], body: string[][]): string {
  const widths = head.map((title, index) => Math.max(title.length, ...body.map((row) => row[index]!.length)))
  const line = (row: string[]) =>
    row
      .map((cell, index) => cell.padEnd(widths[index]!))
      .join('  ')
      .trimEnd()
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}

// Asks the user at the terminal, or reads piped answers line by line.

export interface Question {
  text: Phrase
  /** The input is not echoed. */
  isSecret?: boolean
}

async function askAll(questions: readonly Question[], spoken: ReaderLanguage): Promise<string[]> {
  let isDark = false
  // Echoes the input unless it is secret.
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isDark) process.stderr.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY })
  const typed = lines[Symbol.asyncIterator]()
  const responses: string[] = []
  for (const { text, isSecret = false } of questions) {
    process.stderr.write(`${textIn(spoken, text)}: `)
    isDark = isSecret
    const { value = '' } = await typed.next()
    if (isSecret) process.stderr.write('\n')
    responses.push(value.trim())
  }
  lines.close()
  return responses
}
