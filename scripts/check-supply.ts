// Compares every binary of a package: the package with the registry, and this machine's binary with its publisher's
// checksums. `--write` records the result in scripts/supply/binaries.json.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { realClock } from '../server/kernel/process/clock.ts'
import { dateIn } from '../server/kernel/values/dates.ts'
import { type BinaryPackage, binaryPackages, binaryPath } from './supply/binary-packages.ts'
import { type Get, sha256 } from './supply/makers.ts'

/** The result for one package. */
interface Checked {
  readonly name: string
  readonly version: string
  readonly maker: string
  /** The checksum of the lock file compared with the registry's. */
  readonly registry: Comparison
  /** Absent if the package is for another platform. */
  readonly binary?: {
    readonly sha256: string
    /** Null if the publisher has no release besides the package. */
    readonly publisher: { readonly name: string; readonly result: Comparison } | null
  }
}

type Comparison = 'equal' | 'different' | 'unreachable'

const ROOT = new URL('../', import.meta.url)
const RECORD = new URL('scripts/supply/binaries.json', ROOT)
const { write } = parseArgs({ options: { write: { type: 'boolean' } } }).values

const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
const packages = binaryPackages(JSON.parse(readFileSync(new URL('package-lock.json', ROOT), 'utf8')))
const checked: Checked[] = []
for (const one of packages) {
  checked.push(await check(one))
  process.stdout.write(`${lineOf(checked.at(-1)!)}\n`)
}

if (write) {
  const date = dateIn(realClock.now(), 'UTC').toString()
  const platform = `${process.platform}-${process.arch}`
  writeFileSync(RECORD, `${JSON.stringify({ date, platform, packages: checked }, null, 2)}\n`)
}
if (checked.some(({ registry: found, binary }) => [found, binary?.publisher?.result].includes('different')))
  process.exitCode = 1

async function check(one: BinaryPackage): Promise<Checked> {
  const { name, version, maker } = one
  const binary = await checkBinary(one)
  return { name, version, maker: maker.name, registry: await checkPackage(one), ...(binary && { binary }) }
}

async function checkPackage({ name, version, integrity }: BinaryPackage): Promise<Comparison> {
  const response = await get(`${registry.replace(/\/$/, '')}/${name.replace('/', '%2f')}/${version}`)
  if (response === null) return 'unreachable'
  const { dist }: { dist?: { integrity?: string } } = JSON.parse(response.toString())
  return dist?.integrity === integrity ? 'equal' : 'different'
}

async function checkBinary(one: BinaryPackage): Promise<Checked['binary']> {
  const { name, version, platform, maker } = one
  const { publishes } = maker
  const file = new URL(`node_modules/${name}/${binaryPath(one)}`, ROOT)
  if (!existsSync(file)) return undefined
  const bytes = readFileSync(file)
  if (publishes === null) return { sha256: sha256(bytes), publisher: null }
  const result = (await maker.compare(get, version, platform, bytes)) ?? 'unreachable'
  return { sha256: sha256(bytes), publisher: { name: publishes, result } }
}

function lineOf({ name, version, registry: found, binary }: Checked): string {
  if (binary === undefined) return `${name} ${version}: registry ${found}, binary of another platform`
  const { publisher } = binary
  const source =
    publisher === null ? 'no release besides the package' : `${publisher.name} ${publisher.result}`
  return `${name} ${version}: registry ${found}, ${source}, ${binary.sha256}`
}

async function get(address: string): ReturnType<Get> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(120_000) })
    return response.ok ? Buffer.from(await response.arrayBuffer()) : null
  } catch {
    return null
  }
}
