// The panel from sources to memory: cached from an earlier start, or built while the service already runs.
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { World } from '../../features/world.ts'
import { readOwnFile, writeNewFile } from '../../kernel/process/own-files.ts'
import { PROJECT_DIR } from '../../kernel/process/project.ts'

// Builds the panel in a separate process, because the bundler takes a second and hundreds of megabytes.

/** A build takes seconds; a hanging one must end some time. */
const MOST_MS = 300_000
const BUILDER = join(PROJECT_DIR, 'panel/build/print-panel.ts')

export interface Build {
  readonly child: ChildProcess
  /** The output of the builder. */
  readonly printed: Promise<string>
}

export function buildInChild(): Build {
  // Sharing our compile cache halves the start of the bundler. Each version has a folder below.
  const cache = getCompileCacheDir()
  const child = spawn(process.execPath, [BUILDER], {
    cwd: PROJECT_DIR,
    // The panel must not depend on our environment, and the bundler gets none of our secrets.
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

// The panel's built files as they are served: bytes, compressed forms, and the hash of their sources.

export interface PanelFile {
  readonly type: string
  readonly bytes: Buffer
  /** Compressed forms by encoding; empty if compression does not help. */
  readonly packed: ReadonlyMap<string, Buffer>
}

export type PanelFiles = ReadonlyMap<string, PanelFile>

/** The page that every screen starts with. */
export const PAGE = 'index.html'

/** An image has the built panel without its sources and its bundler. */
const hasSources = () => existsSync(BUILDER)

/** The sources of the panel: a change of any of them requires a new build. */
const SOURCES = ['panel', 'contract', 'docs/guia', 'package-lock.json']

export function hashOfSources(): string {
  const hash = createHash('sha256').update(process.version)
  for (const path of SOURCES.flatMap(pathsIn)) hash.update(path).update(readFileSync(join(PROJECT_DIR, path)))
  return hash.digest('hex').slice(0, 32)
}

function pathsIn(path: string): string[] {
  if (path.endsWith('.json')) return [path]
  const entries = readdirSync(join(PROJECT_DIR, path), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(PROJECT_DIR.length))
    .sort()
}

/**
 * Parses the builder's output: one line of JSON for each file, its bytes in Base64. Throws if it is
 * incomplete.
 */
function readPanelFiles(text: string): PanelFiles {
  const lines = text.split('\n').filter((line) => line !== '')
  const files = new Map(lines.map((line) => fileOf(JSON.parse(line))))
  if (!files.has(PAGE)) throw new Error('the panel has no page')
  return files
}

interface Line {
  name: string
  type: string
  bytes: string
  packed: Readonly<Record<string, string>>
}

function fileOf({ name, type, bytes, packed }: Line): [string, PanelFile] {
  const unpack = ([encoding, text]: [string, string]) => [encoding, Buffer.from(text, 'base64')] as const
  return [
    name,
    { type, bytes: Buffer.from(bytes, 'base64'), packed: new Map(Object.entries(packed).map(unpack)) },
  ]
}

// Caches the built panel by the hash of its sources, so that only the first start after a change builds it.

/** Returns undefined if it is not cached or cannot be read. */
export function readKept(folders: readonly string[], hash: string): PanelFiles | undefined {
  for (const folder of folders) {
    try {
      const kept = readOwnFile(join(folder, nameOf(hash)))
      if (kept !== undefined) return readPanelFiles(kept.toString())
    } catch {
      // A file that is foreign, irregular or incomplete is ignored, and the panel is built again.
    }
  }
}

/** The only build in a folder, of whatever sources. Throws if there is none. */
export function readBuilt(folder: string): PanelFiles {
  const [name = 'panel.jsonl'] = readdirSync(folder).filter(isOurs)
  return readPanelFiles(readFileSync(join(folder, name), 'utf8'))
}

/** Writes the cache atomically and removes those of earlier sources. Returns whether that worked. */
export function keep(folder: string, hash: string, text: string): boolean {
  const name = nameOf(hash)
  const half = `${name}.${process.pid}`
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Left by a process that died and had our id: in a container every start has the same id.
    rmSync(join(folder, half), { force: true })
    writeNewFile(join(folder, half), text)
    renameSync(join(folder, half), join(folder, name))
    for (const other of readdirSync(folder)) if (other !== name && isOurs(other)) rmSync(join(folder, other))
    return true
  } catch {
    // On a read-only installation the panel stays in memory only.
    return false
  }
}

function nameOf(hash: string): string {
  return `panel-${hash}.jsonl`
}

function isOurs(name: string): boolean {
  return /^panel-[0-9a-f]{32}\.jsonl(?:\.\d+)?$/.test(name)
}

export interface Panel {
  /** The files, or the state of the build. */
  look(): PanelFiles | 'building' | 'failed'
  /** Starts the build if it has not started. Resolves when there are files or a failure; never rejects. */
  begin(): Promise<void>
  stop(): void
}

/** The output of `npm run build`, for images with a read-only file system. */
export const BUILT_DIR: string = join(PROJECT_DIR, '.panel')
/** A failed build is retried, but not by every request. */
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
      state = hasSources() ? await fromSources() : readBuilt(BUILT_DIR)
    } catch (error) {
      state = 'failed'
      failedAtMs = wall.now().getTime()
      if (!isStopped) log.error({ err: error }, 'the panel could not be built')
    }
    build = undefined
  }

  async function fromSources(): Promise<PanelFiles> {
    const hash = hashOfSources()
    return readKept([BUILT_DIR, folder], hash) ?? built(hash)
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
