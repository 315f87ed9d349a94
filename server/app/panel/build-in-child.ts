// Builds the panel in a process of its own: the bundler takes a second and hundreds of megabytes, which the service
// then does not hold.
import { type ChildProcess, spawn } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { PROJECT_DIR } from '../../kernel/process/project.ts'

/** It takes seconds; one that hangs must not leave the panel being built for ever. */
const MOST_MS = 300_000
const BUILDER = join(PROJECT_DIR, 'panel/build/print-panel.ts')

export interface Build {
  readonly child: ChildProcess
  /** What the builder printed. */
  readonly printed: Promise<string>
}

export function buildInChild(): Build {
  // Where this process keeps compiled code, half of the bundler's own start is saved. Each version has a folder below.
  const cache = getCompileCacheDir()
  const child = spawn(process.execPath, [BUILDER], {
    cwd: PROJECT_DIR,
    // The same panel wherever we run, and none of our secrets for the bundler.
    env: { NODE_ENV: 'production', ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }) },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: MOST_MS,
    killSignal: 'SIGKILL',
  })
  const code = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { child, printed: outcome(code, text(child.stdout), text(child.stderr)) }
}

async function outcome(code: Promise<number | null>, out: Promise<string>, err: Promise<string>) {
  const [status, printed, complaint] = await Promise.all([code, out, err])
  if (status !== 0) throw new Error(`the panel could not be built: ${complaint.trim().slice(0, 2_000)}`)
  return printed
}
