// What a command gets besides its arguments: the settings, and where its output goes. The only place that writes
// to the terminal for people.
import type pino from 'pino'
import { readEnvironment } from '../base/process/environment.ts'
import { PROJECT_DIR } from '../base/process/project.ts'

export interface Terminal {
  /** Read when they are asked for: help needs none. */
  settings(): Record<string, string | undefined>
  /** The command that runs. */
  command?: string
  say(text: string): void
  sayError(text: string): void
  /** What is piped into it; that of the process unless named. */
  input?: AsyncIterable<Uint8Array | string>
  /** Where its log goes; the usual place unless named. */
  logs?: pino.DestinationStream
  /** What the process will end with, unless another number follows; 0 without one. */
  endWith(code: number): void
}

export const terminal: Terminal = {
  settings: () => readEnvironment(PROJECT_DIR),
  say: (text) => void process.stdout.write(`${text}\n`),
  sayError: (text) => void process.stderr.write(`${text}\n`),
  endWith(code) {
    process.exitCode = code
  },
}

/** Whoever reads only the first lines, as `head` does, has closed the pipe: the rest is for nobody. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

/** Columns as wide as their widest cell. */
export function table(head: string[], body: string[][]): string {
  const widths = head.map((title, index) => Math.max(title.length, ...body.map((row) => row[index]!.length)))
  const line = (row: string[]) =>
    row
      .map((cell, index) => cell.padEnd(widths[index]!))
      .join('  ')
      .trimEnd()
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}
