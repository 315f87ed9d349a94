// Runs test/kit: external tools against the API. The tools are installed beside it, once for each lock file.
// Arguments are the files to run; all by default.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_DIR } from '../server/kernel/process/project.ts'

const KIT = join(PROJECT_DIR, 'test', 'kit')
const INSTALLED = join(KIT, 'node_modules', '.installed-lock')

installTools()
const files = process.argv.slice(2)
const run = spawnSync(
  process.execPath,
  [
    '--test',
    '--test-global-setup=test/support/global-setup.ts',
    '--test-concurrency=2',
    '--test-timeout=1800000',
    ...(files.length > 0 ? files : globSync('test/kit/*.kit.ts', { cwd: PROJECT_DIR }).toSorted()),
  ],
  { cwd: PROJECT_DIR, stdio: 'inherit' },
)
process.exitCode = run.status ?? 1

/** Tools of another lock file are removed. */
function installTools(): void {
  const wanted = createHash('sha256')
    .update(readFileSync(join(KIT, 'package-lock.json')))
    .digest('hex')
  if (installed() === wanted) return
  execFileSync('npm', ['ci'], { cwd: KIT, stdio: 'inherit' })
  writeFileSync(INSTALLED, wanted)
}

function installed(): string | null {
  try {
    return readFileSync(INSTALLED, 'utf8')
  } catch {
    return null
  }
}
