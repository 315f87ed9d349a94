// A terminal of a newcomer's: one command of a guide that goes on running, what it has said so far, and its end.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface OpenTerminal {
  /** The first line with these words, however long it takes; an end without it is a failure. */
  saying(words: string): Promise<string>
  close(): Promise<void>
}

export function openTerminal(command: string, cwd: string, env: NodeJS.ProcessEnv): OpenTerminal {
  // A group of its own, so that what npm starts ends with it.
  const child = spawn('sh', ['-c', command], {
    ...{ cwd, env, detached: true },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: string[] = []
  const lines = createInterface(child.stdout)
  lines.on('line', (line) => said.push(line))
  const closed = once(child, 'close')
  return {
    async saying(words) {
      for (;;) {
        const found = said.find((line) => line.includes(words))
        if (found !== undefined) return found
        const [line] = await Promise.race([once(lines, 'line'), closed])
        assert.ok(typeof line === 'string', `"${command}" ended without "${words}":\n${said.join('\n')}`)
      }
    },
    async close() {
      if (child.exitCode !== null || child.pid === undefined) return
      process.kill(-child.pid, 'SIGTERM')
      await closed
    },
  }
}
