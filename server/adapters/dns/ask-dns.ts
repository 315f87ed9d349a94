// Asks name servers for the addresses of a name, through c-ares: a look-up of the system's would take one of the few
// threads that the whole process has, and a silent name server would keep it.
import type { RecordWithTtl } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { LookUpFailed, UnresolvedName } from '../webhooks/public-address.ts'

export interface Found {
  addresses: string[]
  ttlSeconds: number
}

const TRY_MS = 1_000
const TRIES = 2
/** Over all tries and servers. */
const WHOLE_MS = 3_000
/** What one family's server adds to the other's answer comes with it, or is done without. */
const OTHER_FAMILY_MS = 200
/** The machine may come to another network. */
const RESOLVER_MS = 30_000
const ADDRESSES_MAX = 32
const NO_SUCH_NAME: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

export function makeAskDns(servers: readonly string[] | null): (name: string) => Promise<Found> {
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
    const answers = await gathered(families.map((family) => family.then(found, unfound)))
    const records = answers.flatMap((answer) => answer.records).slice(0, ADDRESSES_MAX)
    if (records.length > 0) {
      const ttlSeconds = Math.min(...records.map(({ ttl }) => ttl))
      return { addresses: records.map(({ address }) => address), ttlSeconds }
    }
    if (answers.length === families.length && answers.every(({ isSure }) => isSure))
      throw new UnresolvedName()
    throw new LookUpFailed()
  }
}

interface FamilyAnswer {
  records: RecordWithTtl[]
  /** False where nobody said whether there are any. */
  isSure: boolean
}

const found = (records: RecordWithTtl[]): FamilyAnswer => ({ records, isSure: true })

function unfound(error: Error & { code?: string }): FamilyAnswer {
  return { records: [], isSure: NO_SUCH_NAME.has(error.code ?? '') }
}

/** All answers, or those that came in time. */
function gathered(families: Promise<FamilyAnswer>[]): Promise<FamilyAnswer[]> {
  return new Promise((resolve) => {
    const answers: FamilyAnswer[] = []
    const finish = () => {
      clearTimeout(timer)
      resolve(answers)
    }
    let timer = setTimeout(finish, WHOLE_MS)
    for (const family of families) {
      family.then((answer) => {
        answers.push(answer)
        if (answers.length === families.length) return finish()
        if (answer.records.length === 0) return
        clearTimeout(timer)
        timer = setTimeout(finish, OTHER_FAMILY_MS)
      })
    }
  })
}
