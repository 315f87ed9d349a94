// Runs test/kit: what tools of others make of the API. They are installed beside it, once for each lock file, since
// the service needs none of them. Arguments are the files to run; all of them if there are none.
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

/** What another lock file brought is no use. */
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
