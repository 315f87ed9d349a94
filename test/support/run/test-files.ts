// Which files a run of the tests takes, and in which order.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_DIR } from '../../../server/base/process/project.ts'
import { isFull } from '../campaign.ts'

/** What takes long comes first, so that no process is left alone with it at the end. */
const FOLDERS = ['test/scenario', 'test/spec', 'test/panel', 'server', 'sdk', 'test/house']

/** Paths from the project's root. The full run takes only those that have a campaign, since all others are the same. */
export function testFiles(): string[] {
  const all = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: PROJECT_DIR }).sort())
  return isFull ? all.filter(hasCampaign) : all
}

function hasCampaign(path: string): boolean {
  return / from '.*\/(?:campaign|crash-lives)\.ts'$/m.test(readFileSync(absolute(path), 'utf8'))
}

export function absolute(path: string): string {
  return join(PROJECT_DIR, path)
}
