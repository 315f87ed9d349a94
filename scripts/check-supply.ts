// Verifies every binary of a package: the package against the registry, and this machine's binary against its
// publisher's checksums. `--write` records the result in docs/internals/supply.md.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { realClock } from '../server/kernel/process/clock.ts'
import { dateIn } from '../server/kernel/values/dates.ts'
import { type BinaryPackage, binaryPackages } from './supply/binary-packages.ts'
import { type Get, sha256 } from './supply/makers.ts'

const ROOT = new URL('../', import.meta.url)
const DOCUMENT = new URL('docs/internals/supply.md', ROOT)
const { write } = parseArgs({ options: { write: { type: 'boolean' } } }).values

const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
const packages = binaryPackages(JSON.parse(readFileSync(new URL('package-lock.json', ROOT), 'utf8')))
const rows: string[][] = []
for (const one of packages) rows.push(await rowOf(one))

const head = [
  'Package',
  'Version',
  'Made by',
  'Lock file and registry',
  'Binary (SHA-256)',
  "Maker's own checksum",
]
const table = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
process.stdout.write(`${table}\n`)
if (write) {
  const text = readFileSync(DOCUMENT, 'utf8').replace(/^(?:\|.*\n)+/m, `${table}\n`)
  const day = dateIn(realClock.now(), 'UTC').toString()
  writeFileSync(
    DOCUMENT,
    text.replace(/Last run: .*\./, `Last run: ${day}, on ${process.platform}-${process.arch}.`),
  )
}
if (table.includes('DIFFERENT')) process.exitCode = 1

async function rowOf(one: BinaryPackage): Promise<string[]> {
  const { name, version, maker } = one
  return [`\`${name}\``, version, maker.name, await registryText(one), ...(await binaryTexts(one))]
}

async function registryText({ name, version, integrity }: BinaryPackage): Promise<string> {
  const answer = await get(`${registry.replace(/\/$/, '')}/${name.replace('/', '%2f')}/${version}`)
  if (answer === null) return 'registry did not answer'
  const { dist }: { dist?: { integrity?: string } } = JSON.parse(answer.toString())
  return dist?.integrity === integrity ? 'equal' : 'DIFFERENT'
}

async function binaryTexts({ name, version, platform, maker }: BinaryPackage): Promise<[string, string]> {
  const { publishes, binary: place } = maker
  const path = typeof place === 'string' ? place : place(platform, version)
  const file = new URL(`node_modules/${name}/${path}`, ROOT)
  if (!existsSync(file))
    return [
      'not on this machine',
      publishes === null ? 'none besides the package' : `not compared (${publishes})`,
    ]
  const binary = readFileSync(file)
  const sum = `\`${sha256(binary)}\``
  if (publishes === null) return [sum, 'none besides the package']
  const found = await maker.compare(get, version, platform, binary)
  if (found === null) return [sum, `could not be had (${publishes})`]
  return [sum, found === 'equal' ? `equal (${publishes})` : `DIFFERENT (${publishes})`]
}

async function get(address: string): ReturnType<Get> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(120_000) })
    return answer.ok ? Buffer.from(await answer.arrayBuffer()) : null
  } catch {
    return null
  }
}
