// Packages run no script at installation, and every binary has a known publisher and a recorded comparison in the
// version of the lock file.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { fileInTar, fileInZip } from '../../scripts/supply/archives.ts'
import { binaryPackages, binaryPath } from '../../scripts/supply/binary-packages.ts'
import { judgeAudit } from '../../scripts/supply/judge-audit.ts'
import { MAKERS, sha256 } from '../../scripts/supply/makers.ts'
import { projectFile, projectFiles } from './project-files.ts'

const lock = JSON.parse(projectFile('package-lock.json'))

test('no package may run a script when it is installed', () => {
  assert.match(projectFile('.npmrc'), /^ignore-scripts=true$/m)
  const { scripts } = JSON.parse(projectFile('package.json'))
  for (const name of ['preinstall', 'install', 'postinstall', 'prepare']) assert.ok(!(name in scripts), name)
})

test('the lock file names packages, not where they were fetched', () => {
  assert.match(projectFile('package-lock.json'), /"integrity"/)
  assert.doesNotMatch(projectFile('package-lock.json'), /"resolved"/)
})

test('no file names a home folder or a package registry', () => {
  const folder = /(?<![\w.-])\/(?:work|root|home\/\w+|Users\/\w+)\//
  const host =
    /\bregistry\.[\w-]+\.[a-z]{2,}\b|https?:\/\/[^/\s'"]*\b(?:npm|npmjs|registry|artifactory|nexus)\b/i
  const machine = (text: string) => text.split('\n').filter((line) => folder.test(line) || host.test(line))
  assert.deepEqual(
    [...projectFiles()].flatMap(([path, text]) =>
      machine(text).map((line) => `${path}: ${line.slice(0, 80)}`),
    ),
    [],
  )
  for (const text of [`/${'home'}/ana/embarque`, `https://${'registry'}.example.org/x`])
    assert.equal(machine(text).length, 1, text)
  assert.deepEqual(machine('registry.metrics() and /api/v1/work/x'), [])
})

test('every package with a binary is recorded, in the version of the lock file, and none differs', () => {
  const record: BinaryRecord = JSON.parse(projectFile('scripts/supply/binaries.json'))
  assert.deepEqual(
    record.packages.map(({ name, version }) => `${name} ${version}`).toSorted(),
    binaryPackages(lock)
      .map(({ name, version }) => `${name} ${version}`)
      .toSorted(),
    'run node scripts/check-supply.ts --write',
  )
  const differing = record.packages.filter(({ registry, binary }) =>
    [registry, binary?.publisher?.result].includes('different'),
  )
  assert.deepEqual(differing, [])
})

interface BinaryRecord {
  packages: {
    name: string
    version: string
    registry: string
    binary?: { publisher: { result: string } | null }
  }[]
}

test('the binary of an installed package is where its maker says', () => {
  const missing = binaryPackages(lock).filter(
    (one) => isInstalled(one.name) && !isInstalled(`${one.name}/${binaryPath(one)}`),
  )
  assert.deepEqual(
    missing.map(({ name }) => name),
    [],
  )
})

const isInstalled = (path: string) => existsSync(new URL(`../../node_modules/${path}`, import.meta.url))

test('a binary without a maker is refused', () => {
  const packages = { 'node_modules/x/node_modules/odd': { version: '1.0.0', integrity: 'x', os: ['linux'] } }
  assert.throws(() => binaryPackages({ packages }), /^Error: odd brings a binary/)
})

function tarOf(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write(content.length.toString(8).padStart(11, '0'), 124)
  return Buffer.concat([header, content, Buffer.alloc(512 - (content.length % 512)), Buffer.alloc(1024)])
}

function zipOf(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(name.length, 26)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(8, 10)
  central.writeUInt32LE(packed.length, 20)
  central.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt32LE(30 + name.length + packed.length, 16)
  return Buffer.concat([local, Buffer.from(name), packed, central, Buffer.from(name), end])
}

test('archives give the file that is asked for', () => {
  const content = Buffer.from('binary'.repeat(500))
  const tar = Buffer.concat([tarOf('a/b', Buffer.from('x')).subarray(0, 1024), tarOf('a/node', content)])
  assert.deepEqual(fileInTar(tar, 'a/node'), content)
  assert.equal(fileInTar(tar, 'node'), undefined)
  assert.deepEqual(fileInZip(zipOf('x.txz', content), '.txz'), content)
  assert.equal(fileInZip(zipOf('x.txz', content), '.jar'), undefined)
  assert.equal(fileInZip(content, '.txz'), undefined)
})

test('a runtime is compared with the checksums of its maker', async () => {
  const node = MAKERS[0] ?? assert.fail()
  const binary = Buffer.from('the runtime')
  const archive = gzipSync(tarOf('node-v1.0.0-linux-x64/bin/node', binary))
  const site = new Map([
    [
      'https://nodejs.org/dist/v1.0.0/SHASUMS256.txt',
      Buffer.from(`${sha256(archive)}  node-v1.0.0-linux-x64.tar.gz\n`),
    ],
    ['https://nodejs.org/dist/v1.0.0/node-v1.0.0-linux-x64.tar.gz', archive],
  ])
  const compare = (bytes: Buffer, there = site) =>
    node.compare(async (address) => there.get(address) ?? null, '1.0.0', 'linux-x64', bytes)
  assert.equal(await compare(binary), 'equal')
  assert.equal(await compare(Buffer.from('another')), 'different')
  assert.equal(await compare(binary, new Map()), null)
  const forged = new Map(site).set(
    'https://nodejs.org/dist/v1.0.0/node-v1.0.0-linux-x64.tar.gz',
    gzipSync(binary),
  )
  assert.equal(await compare(binary, forged), 'different')
})

test('advisories: high ones fail, a registry without them does not', () => {
  const report = (severity: string) =>
    JSON.stringify({ auditReportVersion: 2, vulnerabilities: { x: { severity } } })
  assert.equal(judgeAudit(report('critical')).isBad, true)
  assert.equal(judgeAudit(report('high')).isBad, true)
  assert.equal(judgeAudit(report('moderate')).isBad, false)
  for (const nothing of ['', 'x', '{"error":{"summary":"405"}}']) {
    assert.deepEqual(judgeAudit(nothing), {
      text: 'advisories: the registry does not serve them; nothing was checked',
      isBad: false,
    })
  }
})
