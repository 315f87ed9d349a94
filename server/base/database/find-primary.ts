// Finds the one of several servers that takes changes, each time that a session is begun: after a fail-over the service
// goes on there by itself. Where none does, whichever answers will do: reads go on there.
import pg from 'pg'
import { within } from '../process/within.ts'
import { hangUp } from './driver-session.ts'
import { type Place, readAddress } from './places.ts'

/** Sessions that are begun together ask together. */
const FRESH_MS = 250
const ANSWER_WITHIN_MS = 2_000
/** How much longer others are waited for: one that was away may take itself for the primary still. */
const OTHERS_WITHIN_MS = 200

interface Server {
  readonly place: Place
  readonly session: pg.Client
  readonly isReadOnly: boolean
}

export interface UrlConnection {
  readonly connectionString: string
  /** Where there are several servers. */
  readonly find?: (() => Promise<Place>) | undefined
}

export function connectionByUrl(text: string): UrlConnection {
  const { url, places } = readAddress(text)
  const find = places.length < 2 ? undefined : sharingAnswers(() => findPrimary(url, places))
  return { connectionString: url, find }
}

type SessionConfig = pg.ClientConfig & Pick<UrlConnection, 'find'>

/** Makes sessions as the driver does, but ones that find their server where they were told how. */
export const Client: typeof pg.Client = new Proxy(pg.Client, {
  construct(Plain, [config]: [SessionConfig]) {
    const client = new Plain(config)
    return config.find === undefined ? client : aimed(client, config.find)
  },
})

/** Finds its server only when it begins. */
function aimed(client: pg.Client, find: () => Promise<Place>): pg.Client {
  // Whoever asked for it learns of its beginning a moment later, and listens only then. A server that dies in that
  // moment would end this process.
  client.on('error', () => {})
  const connect = client.connect.bind(client)
  const begin = async () => {
    Object.assign(client, await find())
    return connect()
  }
  return Object.assign(client, {
    connect(done?: (error?: Error | null) => void) {
      const begun = begin()
      if (done === undefined) return begun
      begun.then(() => done(null), done)
      return undefined
    },
  })
}

function sharingAnswers(find: () => Promise<Place>): () => Promise<Place> {
  let latest: { place: Promise<Place>; at: number } | undefined
  return () => {
    const at = performance.now()
    if (latest === undefined || at - latest.at > FRESH_MS) latest = { place: find(), at }
    return latest.place
  }
}

async function findPrimary(url: string, places: readonly Place[]): Promise<Place> {
  const servers: Server[] = []
  const first = Promise.withResolvers<void>()
  const asked = places.map(async (place) => {
    const server = await ask(url, place)
    servers.push(server)
    if (!server.isReadOnly) first.resolve()
  })
  const all = Promise.allSettled(asked)
  try {
    await Promise.race([all, first.promise])
    await within(OTHERS_WITHIN_MS, all)
    const writable = servers.filter(({ isReadOnly }) => !isReadOnly)
    const [found = servers[0]] = writable.length < 2 ? writable : await byTimeline(writable)
    if (found !== undefined) return found.place
    // Each says why; the first is as good as any.
    await Promise.all(asked)
    throw new Error('none of the servers answered')
  } finally {
    void all.then(() => Promise.allSettled(servers.map(({ session }) => session.end())))
  }
}

async function ask(url: string, place: Place): Promise<Server> {
  const session = new pg.Client({
    connectionString: url,
    application_name: 'embarque',
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  })
  Object.assign(session, place)
  session.on('error', () => {})
  try {
    await session.connect()
    const { rows } = await session.query(`select current_setting('transaction_read_only') as read_only`)
    return { place, session, isReadOnly: rows[0].read_only === 'on' }
  } catch (error) {
    hangUp(session)
    throw error
  }
}

/** The latest first: what was promoted last has a later one than what was the primary before it. */
async function byTimeline(servers: readonly Server[]): Promise<Server[]> {
  const timed = await Promise.all(
    servers.map(async (server) => ({ server, timeline: await timelineOf(server) })),
  )
  return timed.sort((one, other) => other.timeline - one.timeline).map(({ server }) => server)
}

async function timelineOf({ session }: Server): Promise<number> {
  try {
    const { rows } = await session.query('select pg_walfile_name(pg_current_wal_lsn()) as file')
    return Number.parseInt(rows[0].file.slice(0, 8), 16)
  } catch {
    // Gone meanwhile, or no PostgreSQL that has any.
    return 0
  }
}
