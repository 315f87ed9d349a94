// The command line, called in this process with its own settings; and the real program as a process.
import { spawn } from 'node:child_process'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { speaking } from '../../server/app/cli/terminal.ts'
import { systemLanguage } from '../../server/kernel/process/environment.ts'
import { main } from '../../server/main.ts'
import { COMPILE_CACHE } from './compile-cache.ts'

export interface Run {
  code: number | null
  out: string
  err: string
}

type Settings = Record<string, string>

const PROGRAM = fileURLToPath(new URL('../../bin/embarque.mjs', import.meta.url))
// Empty values count as not set, and an .env file does not fill them.
const NOT_SET = {
  DATABASE_URL: '',
  DATABASE_OWNER_URL: '',
  SECRET_KEY: '',
  DATA_DIR: '',
  // Also if a test runs in production mode.
  PROCESSES: '1',
  EMBARQUE_URL: '',
  EMBARQUE_API_KEY: '',
  // English, whatever the language of the machine.
  LANG: 'C',
  LC_ALL: '',
  LC_MESSAGES: '',
}

/** What the user at the terminal does while a command runs. */
interface AtTerminal {
  answers?: string[]
  stop?: AbortSignal
  input?: AsyncIterable<string>
  /** Receives each output at once. */
  hear?: (text: string) => void
}

export async function embarque(
  args: string[],
  settings: Settings = {},
  { answers = [], stop = new AbortController().signal, input = Readable.from([]), hear }: AtTerminal = {},
): Promise<Run> {
  const run: Run = { code: 0, out: '', err: '' }
  const terminal = speaking({
    settings: () => ({ ...NOT_SET, ...settings }),
    language: systemLanguage({ ...NOT_SET, ...settings }),
    write: (line) => {
      run.out += `${line}\n`
      hear?.(`${line}\n`)
    },
    writeError: (line) => {
      run.err += `${line}\n`
      hear?.(line)
    },
    endWith: (code) => {
      run.code = code
    },
    ask: async (questions) => questions.map((_question, index) => answers[index] ?? ''),
    stop: () => stop,
    input: () => input,
    scryptWorkFactor: 4,
  })
  await main(args, terminal)
  return run
}

/** Takes more than a second, mostly for the start. */
export async function embarqueProcess(
  args: string[],
  settings: Settings = {},
  { isHeard = true } = {},
): Promise<Run> {
  const { PATH } = process.env
  const env = { PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, ...NOT_SET, ...settings }
  const child = spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  // Closes the pipe early, like `head`.
  if (!isHeard) child.stdout.destroy()
  const [out, err, code] = await Promise.all([isHeard ? text(child.stdout) : '', text(child.stderr), ended])
  return { code, out, err }
}
