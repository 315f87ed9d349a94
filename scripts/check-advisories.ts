// Fails for known high or critical vulnerabilities of any package: those of the panel are in its build, whatever group
// they are in. If the registry serves no advisories, it reports that nothing was checked.
import { spawnSync } from 'node:child_process'
import { judgeAudit } from './supply/judge-audit.ts'

const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', timeout: 120_000 })
const { text, isBad } = judgeAudit(stdout ?? '')
process.stdout.write(`${text}\n`)
if (isBad) process.exitCode = 1
