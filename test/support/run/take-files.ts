// Runs test files one after the other in this process, for as long as the list that it shares with the other lanes
// has any: what they all need is loaded, compiled and warm once instead of once for each.
import { describe, mock } from 'node:test'
import { pathToFileURL } from 'node:url'
import { restartIds } from '../../../server/base/values/ids.ts'
import { FILE_MAX_MS, isMine, noteEnd } from './notes.ts'
import { absolute, testFiles } from './test-files.ts'

interface Limits {
  fileMaxMs?: number
  /** For what a lane still closes after its last file. */
  endMaxMs?: number
}

export async function takeFiles(
  groups: string[][] = testFiles(),
  { fileMaxMs = FILE_MAX_MS, endMaxMs = 30_000 }: Limits = {},
): Promise<void> {
  process.env.TEST_DATA_DIR ??= (await import('./bare-panel.ts')).barePanelDir()
  for (const file of inTurn(groups)) {
    const tookMs = await run(file, fileMaxMs)
    // Whatever it began goes on, and would disturb those that come after it: the other lanes take them.
    if (tookMs >= fileMaxMs) break
  }
  endWithin(endMaxMs)
}

/** What nobody has begun, and in the end what is left of the groups that others have, or had when they ended. */
function* inTurn(groups: string[][]): Generator<string, void> {
  for (const [first, ...others] of groups) {
    if (first === undefined || !isMine(first)) continue
    yield first
    yield* mineOf(others)
  }
  yield* mineOf(groups.flat())
}

function* mineOf(files: string[]): Generator<string, void> {
  for (const file of files) if (isMine(file)) yield file
}

async function run(file: string, fileMaxMs: number): Promise<number> {
  restartIds()
  const startMs = performance.now()
  await describe(file, { timeout: fileMaxMs }, async () => {
    await import(pathToFileURL(absolute(file)).href)
  })
  mock.restoreAll()
  const tookMs = performance.now() - startMs
  noteEnd(file, tookMs)
  return tookMs
}

/** A server or a connection that a test left open would keep this process, and with it the whole run. */
function endWithin(ms: number): void {
  const fail = () => {
    const open = process.getActiveResourcesInfo().join(', ')
    process.stderr.write(`after its last file a lane still had open: ${open}\n`)
    process.exit(1)
  }
  setTimeout(fail, ms).unref()
}
