// Starts and ends services as processes, like an operator or a power cut.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { COMPILE_CACHE } from '../compile-cache.ts'
import { bundledService, SHORT_LIFE } from './bundled-services.ts'

export interface ChildService {
  process: ChildProcess
  url: string
  teamId: string
  kill(signal: NodeJS.Signals): Promise<void>
}

export async function startChildService(settings: Record<string, string>): Promise<ChildService> {
  const entry = await bundledService('crashable-service')
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [...SHORT_LIFE, entry], {
    env: { PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, HEAVY_THREADS: '0', DRAIN_SECONDS: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let text = ''
  for await (const chunk of child.stdout) {
    text += chunk
    if (text.includes('\n')) break
  }
  if (!text.includes('\n')) throw new Error(`the service ended before it listened: ${text}`)
  return {
    process: child,
    ...JSON.parse(text),
    async kill(signal) {
      child.kill(signal)
      await exited
    },
  }
}
