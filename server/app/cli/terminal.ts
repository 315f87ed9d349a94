// What a command gets besides its arguments: the settings, and where its output goes. The only place that writes
// to the terminal for people.

import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { readEnvironment } from '../../kernel/process/environment.ts'
import { PROJECT_DIR } from '../../kernel/process/project.ts'

export interface Terminal {
  /** Read when they are asked for: help needs none. */
  settings(): Record<string, string | undefined>
  /** The command that runs. */
  command?: string
  /** What people read; whoever asked for JSON gets the value instead, or the text as a `message`. */
  say(text: string, value?: unknown): void
  sayError(text: string): void
  /** What the process will end with, unless another number follows; 0 without one. */
  endWith(code: number): void
  /** One answer for each question. */
  ask(questions: readonly Question[]): Promise<string[]>
  /** Aborted when its user wants a command that goes on by itself to end. */
  stop(): AbortSignal
  /** What is typed or piped into it, for a program that speaks to another. */
  input(): AsyncIterable<Buffer | string>
  /** Only tests set it: a lower cost of the passphrase of encrypted backups. */
  scryptWorkFactor?: number
}

const ESCAPE = String.fromCharCode(27)
/** What steers a terminal, or turns what is read there around, but for lines, tabs and the colours of the demo. */
const STEERING = new RegExp(
  `(?!\\r?\\n|\\t|${ESCAPE}\\[(?:[14]|2[24]|3[2369])m)[\\p{Cc}\\u202a-\\u202e\\u2066-\\u2069]`,
  'gu',
)

/** Services and strangers write much of what is said here. So escaped it is seen, and means the same within JSON. */
function harmless(text: string): string {
  return text.replace(STEERING, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

export const terminal: Terminal = {
  settings: () => readEnvironment(PROJECT_DIR),
  say: (text) => void process.stdout.write(`${harmless(text)}\n`),
  sayError: (text) => void process.stderr.write(`${harmless(text)}\n`),
  endWith(code) {
    process.exitCode = code
  },
  ask: askAll,
  stop() {
    const wish = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => wish.abort())
    return wish.signal
  },
  input: () => process.stdin,
}

/** Whoever reads only the first lines, as `head` does, has closed the pipe: the rest is for nobody. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

/** The same terminal for a program: one line of JSON for each thing that is said, and nothing else. */
export function inJson(terminal: Terminal): Terminal {
  return {
    ...terminal,
    say: (text, value = { message: text }) => terminal.say(JSON.stringify(value)),
  }
}

/** Columns as wide as their widest cell; for programs an object for each row, by the titles. */
export function sayTable(terminal: Terminal, head: string[], body: string[][], ifEmpty?: string): void {
  const names = head.map((title) => title.toLowerCase().replaceAll(/\W+/g, '_'))
  const rows = body.map((row) => Object.fromEntries(row.map((cell, index) => [names[index], cell])))
  terminal.say(body.length === 0 && ifEmpty !== undefined ? ifEmpty : table(head, body), rows)
}

export function table(head: string[], body: string[][]): string {
  const widths = head.map((title, index) => Math.max(title.length, ...body.map((row) => row[index]!.length)))
  const line = (row: string[]) =>
    row
      .map((cell, index) => cell.padEnd(widths[index]!))
      .join('  ')
      .trimEnd()
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}

// Asks whoever sits at the terminal, or reads the answers line by line where they are piped in.

export interface Question {
  text: string
  /** What is typed is not shown. */
  isSecret?: boolean
}

async function askAll(questions: readonly Question[]): Promise<string[]> {
  let isDark = false
  // Shows what is typed unless it is secret.
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isDark) process.stderr.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY })
  const typed = lines[Symbol.asyncIterator]()
  const answers: string[] = []
  for (const { text, isSecret = false } of questions) {
    process.stderr.write(`${text}: `)
    isDark = isSecret
    const { value = '' } = await typed.next()
    if (isSecret) process.stderr.write('\n')
    answers.push(value.trim())
  }
  lines.close()
  return answers
}
