// The real command line as a child process, with settings of its own and none of the developer's.
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export interface Run {
  code: number | null
  out: string
  err: string
}

const PROGRAM = fileURLToPath(new URL('../../bin/embarque.mjs', import.meta.url))
// Empty ones count as not set, and an .env in the folder does not fill them.
const NOT_SET = { DATABASE_URL: '', DATABASE_DIRECT_URL: '', SECRET_KEY: '', DATA_DIR: '' }
// The program is compiled once for all runs, which takes a third off each.
const COMPILED = join(tmpdir(), 'embarque-test-compiled')

export async function embarque(args: string[], settings: Record<string, string> = {}): Promise<Run> {
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILED, ...NOT_SET, ...settings }
  const child = spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, out, err }
}
