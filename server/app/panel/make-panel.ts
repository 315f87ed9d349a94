// The panel from sources to memory: kept from an earlier start, or built beside the service, which does not wait.
import { join } from 'node:path'
import type { World } from '../../features/world.ts'
import { PROJECT_DIR } from '../../kernel/process/project.ts'
import { type Build, buildInChild } from './build-in-child.ts'
import { keep, readKept } from './keep-panel.ts'
import { hashOfSources, type PanelFiles, readPanelFiles } from './panel-files.ts'

export interface Panel {
  /** What there is of it now: files, that it is on its way, or that it could not be built. */
  look(): PanelFiles | 'building' | 'failed'
  /** Begins if nobody has. Resolves when there are files or a failure; never rejects. */
  begin(): Promise<void>
  stop(): void
}

/** Where `npm run build` puts it, for images whose files cannot be changed later. */
export const BUILT_DIR: string = join(PROJECT_DIR, '.panel')
/** After a failure it is tried again, but not by every request. */
const AGAIN_AFTER_MS = 15_000

export function makePanel({ log, wall }: Pick<World, 'log' | 'wall'>, dataDir: string): Panel {
  let state: PanelFiles | 'building' | 'failed' | 'idle' = 'idle'
  let build: Build | undefined
  let making: Promise<void> = Promise.resolve()
  let failedAtMs = 0
  let isStopped = false
  const folder = join(dataDir, 'panel')

  async function make(): Promise<void> {
    try {
      const hash = hashOfSources()
      state = readKept([BUILT_DIR, folder], hash) ?? (await built(hash))
    } catch (error) {
      state = 'failed'
      failedAtMs = wall.now().getTime()
      if (!isStopped) log.error({ err: error }, 'the panel could not be built')
    }
    build = undefined
  }

  async function built(hash: string): Promise<PanelFiles> {
    build = buildInChild()
    const text = await build.printed
    const files = readPanelFiles(text)
    log.info({ kept: keep(folder, hash, text) }, 'the panel was built')
    return files
  }

  function begin(): Promise<void> {
    const isDue = state === 'failed' && wall.now().getTime() - failedAtMs > AGAIN_AFTER_MS
    if (state === 'idle' || isDue) {
      state = 'building'
      making = make()
    }
    return making
  }

  return {
    begin,
    look() {
      void begin()
      return state === 'idle' ? 'building' : state
    },
    stop() {
      isStopped = true
      build?.child.kill()
    },
  }
}
