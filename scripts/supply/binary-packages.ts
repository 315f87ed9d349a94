// The packages of the lock file that contain binaries, each with its publisher.
import { MAKERS, type Maker } from './makers.ts'

export interface BinaryPackage {
  name: string
  version: string
  integrity: string
  /** `linux-x64`, or `linux-x64-musl` if there are several. */
  platform: string
  maker: Maker
}

interface Locked {
  version: string
  integrity?: string
  os?: string | string[]
  cpu?: string | string[]
}

/** The path of the binary in its package. */
export function binaryPath({ platform, version, maker: { binary } }: BinaryPackage): string {
  return typeof binary === 'string' ? binary : binary(platform, version)
}

/** Fails for a package without a known publisher. */
export function binaryPackages(lock: { packages: Readonly<Record<string, Locked>> }): BinaryPackage[] {
  return Object.entries(lock.packages).flatMap(([path, { version, integrity, os, cpu }]) => {
    if (os === undefined && cpu === undefined) return []
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const maker = MAKERS.find(({ makes }) => makes.test(name))
    if (maker === undefined)
      throw new Error(`${name} brings a binary: say in scripts/supply/makers.ts who makes it`)
    if (integrity === undefined) throw new Error(`the lock file has no checksum of ${name}`)
    const platform = /(?:aix|darwin|freebsd|linux|netbsd|openbsd|sunos|win32|win)-\w+(?:-[a-z]+)?$/.exec(
      name,
    )?.[0]
    return [{ name, version, integrity, platform: platform ?? name, maker }]
  })
}
