// Which files a run of the tests takes, and in which order.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_DIR } from '../../../server/base/process/project.ts'
import { isFull } from '../campaign.ts'

/**
 * Of these in a folder one process takes all, and does once what each needs: reads all files of the project, or
 * bundles the services that are killed.
 */
const TOGETHER = /^test\/house\/|crash\.test\.ts$/
/** What takes long comes first, so that no process is left alone with it at the end. */
const FOLDERS = ['test/scenario', 'test/house', 'test/spec', 'test/panel', 'server', 'sdk']

/**
 * Paths from the project's root, those together that one process must take. The full run takes only those that have a
 * campaign, since all others are the same.
 */
export function testFiles(): string[][] {
  return FOLDERS.flatMap((folder) => {
    const all = globSync(`${folder}/**/*.test.ts`, { cwd: PROJECT_DIR }).sort()
    const taken = isFull ? all.filter(hasCampaign) : all
    const alone = taken.filter((file) => !TOGETHER.test(file))
    return [taken.filter((file) => TOGETHER.test(file)), ...alone.map((file) => [file])]
  })
}

function hasCampaign(path: string): boolean {
  return / from '.*\/(?:campaign|crash-lives)\.ts'$/m.test(readFileSync(absolute(path), 'utf8'))
}

export function absolute(path: string): string {
  return join(PROJECT_DIR, path)
}
