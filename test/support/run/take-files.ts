// Runs test files one after the other in this process, for as long as the list that it shares with the other lanes
// has any: what they all need is loaded, compiled and warm once instead of once for each.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, mock } from 'node:test'
import { pathToFileURL } from 'node:url'
import { restartIds } from '../../../server/base/values/ids.ts'
import { campaign } from '../campaign.ts'
import { barePanelDir } from './bare-panel.ts'
import { absolute, testFiles } from './test-files.ts'

/** The longest campaign of the full run sends a hundred thousand requests. */
const FILE_MAX_MS = campaign(1_800_000, 400_000)

export async function takeFiles(): Promise<void> {
  process.env.TEST_DATA_DIR = barePanelDir()
  for (const [first, ...others] of testFiles()) {
    if (first === undefined || !isMine(first)) continue
    for (const file of [first, ...others]) await run(file)
  }
}

async function run(file: string): Promise<void> {
  restartIds()
  const startMs = performance.now()
  await describe(file, { timeout: FILE_MAX_MS }, async () => {
    await import(pathToFileURL(absolute(file)).href)
  })
  mock.restoreAll()
  writeFileSync(noteOf(file), String(performance.now() - startMs))
}

/** Whoever makes the note of a file takes it; in the end it holds how long it took. */
function noteOf(file: string): string {
  const notes = process.env.TEST_NOTES
  if (notes === undefined) throw new Error('run the tests through "npm test", which shares them out')
  return join(notes, encodeURIComponent(file))
}

function isMine(file: string): boolean {
  try {
    writeFileSync(noteOf(file), '', { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
