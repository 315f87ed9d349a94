// Folders for embedded databases, copied from the suite's own server instead of created, which takes seconds
// each time.
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findEngine, installEngine } from '../../server/kernel/db/embedded-postgres/engine.ts'
import { startEmbeddedPostgres } from '../../server/kernel/db/embedded-postgres/start-embedded-postgres.ts'
import { fastFolder } from './fast-folder.ts'

const folders: string[] = []
let engines: string | undefined
let cluster: Promise<string> | undefined

process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/**
 * Accessible to others, because as root the server runs under another user. Removed when the test's process ends: by
 * then every server in it has stopped, also after a failed test.
 */
export function temporaryFolder(made = mkdtempSync(join(tmpdir(), 'embarque-pg-test-'))): string {
  const folder = realpathSync(made)
  chmodSync(folder, 0o711)
  folders.push(folder)
  return folder
}

/** A DATA_DIR without a database, whose binaries are one copy for all. */
export function temporaryDataDir(name = 'data'): string {
  const dataDir = join(temporaryFolder(fastFolder()), name)
  mkdirSync(dataDir, { recursive: true })
  engines ??= process.env.TEST_ENGINES ?? copyEngines()
  symlinkSync(engines, join(dataDir, 'engine'))
  return dataDir
}

/** A DATA_DIR with a database: empty, but migrated if the whole suite runs. */
export async function initialisedDataDir(name = 'data'): Promise<string> {
  cluster ??=
    process.env.TEST_CLUSTER === undefined ? makeCluster() : Promise.resolve(process.env.TEST_CLUSTER)
  const dataDir = temporaryDataDir(name)
  copyCluster(await cluster, join(dataDir, 'pg'))
  return dataDir
}

/** Copies the folder of a stopped server. A service that starts on the copy makes its own user the owner. */
export function copyCluster(from: string, to: string): void {
  cpSync(from, to, { recursive: true })
  chmodSync(to, 0o700)
}

function copyEngines(): string {
  const copy = join(temporaryFolder(), 'engine')
  installEngine(findEngine(), copy)
  return copy
}

async function makeCluster(): Promise<string> {
  const dataDir = temporaryDataDir()
  const server = await startEmbeddedPostgres({ dataDir, fsync: false })
  await server.stop()
  return join(dataDir, 'pg')
}
