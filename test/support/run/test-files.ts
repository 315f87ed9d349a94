// Which files a run of the tests takes, and in which order.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_DIR } from '../../../server/base/process/project.ts'
import { isFull } from '../campaign.ts'

/** Each reads all files of the project, which is done once where one process takes them all. */
const HOUSE = 'test/house'
/** What takes long comes first, so that no process is left alone with it at the end. */
const FOLDERS = ['test/scenario', HOUSE, 'test/spec', 'test/panel', 'server', 'sdk']

/**
 * Paths from the project's root, those together that one process must take. The full run takes only those that have a
 * campaign, since all others are the same.
 */
export function testFiles(): string[][] {
  return FOLDERS.flatMap((folder) => {
    const all = globSync(`${folder}/**/*.test.ts`, { cwd: PROJECT_DIR }).sort()
    const taken = isFull ? all.filter(hasCampaign) : all
    return folder === HOUSE ? [taken] : taken.map((file) => [file])
  })
}

function hasCampaign(path: string): boolean {
  return / from '.*\/(?:campaign|crash-lives)\.ts'$/m.test(readFileSync(absolute(path), 'utf8'))
}

export function absolute(path: string): string {
  return join(PROJECT_DIR, path)
}
