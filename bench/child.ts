// Starts a script of this folder as a process, and waits for its line of JSON that says it is ready.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface Child<T> {
  ready: T
  process: ChildProcess
  stop(): Promise<void>
}

export const KEY = 'sk_live_bench0123456789abcdef'

/** The service with `KEY` as its live key, on its own port. */
export function startServiceChild(
  dataDir: string,
  limits: Record<string, string>,
): Promise<Child<{ url: string; setupLink: string | null }>> {
  const env = { PORT: '0', DATA_DIR: dataDir, BOOTSTRAP_LIVE_KEY: KEY, ...limits }
  return startChild('./service-process.ts', env)
}

export async function startChild<T>(
  script: string,
  env: Record<string, string>,
  args: string[] = [],
): Promise<Child<T>> {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(process.execPath, [path, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let text = ''
  const ready = await new Promise<T>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      text += chunk
      const line = /^\{.*\}$/m.exec(text)?.[0]
      if (line !== undefined) resolve(JSON.parse(line))
    })
    exited.then(() => reject(new Error(`${script} ended before it was ready: ${text}`)))
  })
  return {
    ready,
    process: child,
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}
