// Asks the registry for known weaknesses of what runs in production; fails for those that are high or critical. A
// registry that serves no advisories is no reason to fail: the line says that nothing was checked.
import { spawnSync } from 'node:child_process'
import { judgeAudit } from './supply/judge-audit.ts'

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', timeout: 120_000 })
const { text, isBad } = judgeAudit(stdout ?? '')
process.stdout.write(`${text}\n`)
if (isBad) process.exitCode = 1
