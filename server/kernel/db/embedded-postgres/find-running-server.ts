/** Finds the server of a service that is running on this folder, so that the command line can talk to it too. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readOwnFile } from '../../process/own-files.ts'
import { clusterIn, openDataFolder } from './data-folder.ts'
import { closeSession, connectionTo, knock, serviceConnectionTo } from './owner-session.ts'
import type { EmbeddedPostgres } from './start-embedded-postgres.ts'

type Ways = Pick<EmbeddedPostgres, 'connection' | 'serviceConnection'>

export async function findRunningServer(dataDir: string): Promise<Ways | null> {
  if (!existsSync(join(clusterIn(dataDir), 'postmaster.pid'))) return null
  const { run } = openDataFolder(dataDir)
  const note = join(run, 'where')
  const socketDir = readOwnFile(note)?.toString('utf8').trim() ?? run
  const answer = await knock(socketDir)
  if (typeof answer === 'string') return null
  await closeSession(answer)
  return { connection: connectionTo(socketDir), serviceConnection: serviceConnectionTo(socketDir) }
}
