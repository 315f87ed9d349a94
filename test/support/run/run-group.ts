// Runs test files in this process, one after another, so that shared code is loaded and compiled once. Four such
// processes share the files: each takes the next that no other has taken.
import { globSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, mock } from 'node:test'
import { pathToFileURL } from 'node:url'
import { hashOfSources, keep, PAGE } from '../../../server/app/panel/panel.ts'
import { PROJECT_DIR } from '../../../server/kernel/process/project.ts'
import { restartIds } from '../../../server/kernel/values/ids.ts'
import { temporaryFolder } from '../data-dir.ts'
import { fullRuns } from '../full-runs.ts'

const FILE_TIMEOUT_MS = fullRuns ? 900_000 : 240_000
const FOLDERS = ['test/scenario', 'test/house', 'test/panel', 'server', 'sdk']
/** Stories that are too long for every change: only `npm run test:full` takes them. */
const CAMPAIGNS = 'test/campaigns'

/** Takes files until none is left, and prints how long each took. */
export async function runGroup(number: number): Promise<void> {
  process.env.TEST_DATA_DIR ??= emptyPanelDir()
  const seconds: [file: string, seconds: number][] = []
  for (const [index, file] of testFiles().entries()) {
    if (!isTakenHere(index)) continue
    const start = performance.now()
    await runFile(file)
    seconds.push([file, (performance.now() - start) / 1_000])
  }
  const lines = seconds
    .toSorted(([, one], [, other]) => other - one)
    .map(([file, took]) => `${took.toFixed(1).padStart(6)}  ${file}\n`)
  process.stdout.write(`Seconds of each file of group ${number}, longest first:\n${lines.join('')}`)
}

/** A folder for each file that was taken: only one process can create it. */
function isTakenHere(index: number): boolean {
  const { TEST_FILES_TAKEN: folder } = process.env
  if (folder === undefined) throw new Error('test files are shared by way of test/support/global-setup.ts')
  try {
    mkdirSync(join(folder, String(index)))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Paths from the project's root. The full run takes the campaigns, and the files that take more cases in it. */
function testFiles(): string[] {
  const all = FOLDERS.flatMap(filesIn)
  return fullRuns ? [...filesIn(CAMPAIGNS), ...all.filter(takesMoreCases)] : all
}

function filesIn(folder: string): string[] {
  return globSync(`${folder}/**/*.test.ts`, { cwd: PROJECT_DIR }).sort()
}

function takesMoreCases(path: string): boolean {
  return readFileSync(join(PROJECT_DIR, path), 'utf8').includes('/full-runs.ts')
}

/** Resolves after the last test and hook of the file. */
async function runFile(file: string): Promise<void> {
  // Each file is a separate installation, whose time may be earlier.
  restartIds()
  const ended = Promise.withResolvers<void>()
  describe(file, { timeout: FILE_TIMEOUT_MS }, async () => {
    try {
      await import(pathToFileURL(join(PROJECT_DIR, file)).href)
    } finally {
      after(() => ended.resolve())
    }
  })
  await ended.promise
  mock.restoreAll()
}

/** A DATA_DIR with a panel of one empty page, so that no service builds the real one. */
function emptyPanelDir(): string {
  const dataDir = temporaryFolder()
  const page = { name: PAGE, type: 'text/html; charset=utf-8', bytes: '', packed: {} }
  keep(join(dataDir, 'panel'), hashOfSources(), JSON.stringify(page))
  return dataDir
}
