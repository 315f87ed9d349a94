// Resolves host names of strangers: limited in total and per team, and cached for the record's TTL. Each
// connection checks separately whether the address is allowed.
import type { RecordWithTtl } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { makeFairQueue, QueueFull } from '../../kernel/process/fair-queue.ts'
import { putBounded } from '../../kernel/values/bounded.ts'
import { LookUpFailed, type Resolve, UnresolvedName } from '../webhooks/addresses.ts'

// Queries name servers through c-ares: a system lookup would occupy a thread of the process while a name
// server is silent.

export interface Found {
  addresses: string[]
  ttlSeconds: number
}

const TRY_MS = 1_000
const TRIES = 2
/** Over all attempts and servers. */
const WHOLE_MS = 3_000
/** How long to wait for the other address family after one has responded. */
const OTHER_FAMILY_MS = 200
/** The machine's network may change. */
const RESOLVER_MS = 30_000
const ADDRESSES_MAX = 32
const NO_SUCH_NAME: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

function makeAskDns(servers: readonly string[] | null): (name: string) => Promise<Found> {
  let resolver: Resolver | undefined
  let madeAt = 0
  const current = (): Resolver => {
    const now = performance.now()
    if (resolver !== undefined && (servers !== null || now - madeAt < RESOLVER_MS)) return resolver
    madeAt = now
    resolver = new Resolver({ timeout: TRY_MS, tries: TRIES })
    if (servers !== null) resolver.setServers(servers)
    return resolver
  }
  return async (name) => {
    const asked = current()
    const families = [asked.resolve4(name, { ttl: true }), asked.resolve6(name, { ttl: true })]
    const responses = await gathered(families.map((family) => family.then(found, unfound)))
    const records = responses.flatMap((response) => response.records).slice(0, ADDRESSES_MAX)
    if (records.length > 0) {
      const ttlSeconds = Math.min(...records.map(({ ttl }) => ttl))
      return { addresses: records.map(({ address }) => address), ttlSeconds }
    }
    if (responses.length === families.length && responses.every(({ isSure }) => isSure))
      throw new UnresolvedName()
    throw new LookUpFailed()
  }
}

interface FamilyResponse {
  records: RecordWithTtl[]
  /** False if no server could say whether there are any. */
  isSure: boolean
}

const found = (records: RecordWithTtl[]): FamilyResponse => ({ records, isSure: true })

function unfound(error: Error & { code?: string }): FamilyResponse {
  return { records: [], isSure: NO_SUCH_NAME.has(error.code ?? '') }
}

/** All responses, or those that came in time. */
function gathered(families: Promise<FamilyResponse>[]): Promise<FamilyResponse[]> {
  return new Promise((resolve) => {
    const responses: FamilyResponse[] = []
    const finish = () => {
      clearTimeout(timer)
      resolve(responses)
    }
    let timer = setTimeout(finish, WHOLE_MS)
    for (const family of families) {
      family.then((response) => {
        responses.push(response)
        if (responses.length === families.length) return finish()
        if (response.records.length === 0) return
        clearTimeout(timer)
        timer = setTimeout(finish, OTHER_FAMILY_MS)
      })
    }
  })
}

// Names that this machine knows itself, from its hosts file and localhost: they are never queried.

export type OwnNames = (name: string) => readonly string[] | undefined

const READ_AGAIN_AFTER_MS = 5_000
const LOOPBACK = ['127.0.0.1', '::1'] as const
const PLACE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts'

/** The file is read at most every few seconds, so that changes apply without a restart. */
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

/** RFC 6761: such names are always this machine. */
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

/** A missing file has no names. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

export interface NameOptions {
  /** The name servers; null uses the machine's. */
  servers: readonly string[] | null
  ownNames?: OwnNames
}

interface Remembered {
  /** Empty if the name does not exist. */
  addresses: readonly string[]
  until: number
}

const REMEMBERED_MAX = 10_000
/** A name with TTL 0 is still not queried at every connection of a burst. */
const LIFE_MS_MIN = 1_000
const LIFE_MS_MAX = 600_000
/** The name may be created soon. */
const NO_NAME_MS = 2_000
const LIMITS = { slots: 128, slotsEach: 8, waitingMax: 256, waitMs: 3_000 }

export function makeNames({ servers, ownNames = makeOwnNames() }: NameOptions): Resolve {
  const ask = makeAskDns(servers)
  const turns = makeFairQueue(LIMITS)
  const remembered = new Map<string, Remembered>()
  // By team too: no lookup waits for another team's turn.
  const running = new Map<string, Promise<string[]>>()

  async function lookUp(name: string, team: string): Promise<string[]> {
    try {
      return kept(name, await turns.run(team, () => ask(name)))
    } catch (error) {
      // The team has too many lookups in flight: that says nothing about the name.
      if (error instanceof QueueFull) throw new LookUpFailed()
      if (!(error instanceof LookUpFailed)) keep(name, [], NO_NAME_MS)
      throw error
    }
  }

  function kept(name: string, { addresses, ttlSeconds }: Found): string[] {
    keep(name, addresses, Math.min(LIFE_MS_MAX, Math.max(LIFE_MS_MIN, ttlSeconds * 1000)))
    return addresses
  }

  function keep(name: string, addresses: string[], lifeMs: number): void {
    putBounded(remembered, name, { addresses, until: performance.now() + lifeMs }, REMEMBERED_MAX)
  }

  return async (given, team) => {
    const name = given.toLowerCase().replace(/\.$/, '')
    const own = ownNames(name)
    if (own !== undefined) return [...own]
    // RFC 6761: this name never exists, and a query would leak it.
    if (/(^|\.)invalid$/.test(name)) throw new UnresolvedName()
    const known = remembered.get(name)
    if (known !== undefined && known.until > performance.now()) {
      if (known.addresses.length === 0) throw new UnresolvedName()
      return [...known.addresses]
    }
    const key = `${team} ${name}`
    const asked = running.get(key) ?? lookUp(name, team).finally(() => running.delete(key))
    running.set(key, asked)
    return asked
  }
}
