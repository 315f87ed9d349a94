// The names that this machine knows by itself, of its hosts file and localhost: no name server is asked for them.
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'

export type OwnNames = (name: string) => readonly string[] | undefined

const READ_AGAIN_AFTER_MS = 5_000
const LOOPBACK = ['127.0.0.1', '::1'] as const
const PLACE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts'

/** The file is small, and read at most every few seconds: a change of it is noticed without a start. */
export function makeOwnNames(path: string = PLACE): OwnNames {
  let names: ReadonlyMap<string, string[]> = new Map()
  let readAt = Number.NEGATIVE_INFINITY
  return (name) => {
    const now = performance.now()
    if (now - readAt > READ_AGAIN_AFTER_MS) {
      names = readHosts(path)
      readAt = now
    }
    return names.get(name) ?? (isLocalhost(name) ? LOOPBACK : undefined)
  }
}

/** RFC 6761: such names are this machine, whatever anybody says. */
function isLocalhost(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost')
}

function readHosts(path: string): Map<string, string[]> {
  const names = new Map<string, string[]>()
  for (const line of textOf(path).split('\n')) {
    const [address = '', ...aliases] = line.replace(/#.*$/, '').trim().toLowerCase().split(/\s+/)
    if (isIP(address) === 0) continue
    for (const alias of aliases) names.set(alias, [...(names.get(alias) ?? []), address])
  }
  return names
}

/** Without such a file there are no such names. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
