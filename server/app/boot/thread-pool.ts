// Heavy work outside the event loop: one pool of threads (piscina) for searches and one for documents, each
// behind a fair queue per owner. Without threads the same queues run it in the event loop.

import { Piscina } from 'piscina'
import { readReceipt } from '../../features/bookings/receipt.ts'
import { statementFile } from '../../features/client-accounts/statement-files.ts'
import { sharedCreditNotePdf } from '../../features/credit-notes/public-pages.ts'
import { searchFlights, termsOf } from '../../features/flights/search.ts'
import type { HeavyJobs, HeavyWork } from '../../features/heavy-work.ts'
import { previewPdf } from '../../features/invoices/brand-preview.ts'
import {
  payerBoletoPdf,
  payerQrPng,
  sharedInvoicePage,
  sharedInvoicePdf,
} from '../../features/invoices/public-pages.ts'
import { sharedQuotePage, sharedQuotePdf } from '../../features/quotes/public-pages.ts'
import { itineraryFile, voucherFile } from '../../features/trip-documents/documents.ts'
import { scopeOf, type World } from '../../features/world.ts'
import { type FairQueue, makeFairQueue, QueueFull } from '../../kernel/process/fair-queue.ts'
import type { Log } from '../../kernel/process/log.ts'
import { beside } from '../../kernel/process/project.ts'
import type { Tracing } from '../../kernel/process/tracing.ts'
import { Fail, fail } from '../../kernel/values/fail.ts'
import { makePdfCache } from '../../render/pdf/pdf-cache.ts'
import { isPicture } from '../../render/pictures/check-picture.ts'
import { makeLogo } from '../../render/pictures/make-logo.ts'
import type { Config } from './config.ts'
import type { ThreadData, ThreadResult, ThreadTask } from './heavy-thread.ts'

// The function of each heavy task, here or in a thread.

export function makeJobs(world: World): HeavyJobs {
  const cache = makePdfCache()
  // Pictures are decoded on the libuv threads that passwords, files and DNS need too.
  const pictures = makeFairQueue({ slots: 1, slotsEach: 1, waitingMax: Number.POSITIVE_INFINITY })
  return {
    search: async ({ owner, body, terms }) => ({
      content: await searchFlights(world, await scopeOf(world, owner), body, termsOf(world, terms)),
    }),
    receipt: ({ owner, id }) => readReceipt(world, owner, id),
    invoicePage: ({ token, ...look }) => sharedInvoicePage(world, token, look),
    quotePage: ({ token, look }) => sharedQuotePage(world, token, look),
    invoicePdf: ({ token }) => sharedInvoicePdf(world, cache, token),
    quotePdf: ({ token }) => sharedQuotePdf(world, cache, token),
    creditNotePdf: ({ token }) => sharedCreditNotePdf(world, cache, token),
    statementPdf: (wanted) => statementFile(world, wanted),
    itineraryPdf: (trip) => itineraryFile(world, cache, trip),
    voucherPdf: (item) => voucherFile(world, cache, item),
    checkPicture: ({ file }) => pictures.run('all', () => isPicture(file)),
    brandPdf: ({ token }) => previewPdf(world, token),
    boletoPdf: ({ token }) => payerBoletoPdf(world, token),
    qrPng: ({ token }) => payerQrPng(world, token),
    logo: ({ file }) => pictures.run('all', () => makeLogo(file)),
  }
}

/** A search mostly waits for suppliers, so a thread runs several at once. */
const SEARCHES = { slots: 16, slotsEach: 4, waitingMax: 100 }
/** Rendering takes only processor time: each owner has one document at a time. */
const DOCUMENTS = { slots: 4, slotsEach: 1, waitingMax: 100 }

/** More than the largest search needs. A thread that exceeds it ends alone, and the service continues. */
const THREAD_MEMORY_MB = 512

/** Runs a task whose turn has come. */
export type Run = (name: keyof HeavyJobs, input: unknown) => Promise<unknown>

interface SharedTurn {
  readonly begun: PromiseWithResolvers<void>
  joined: number
}

/** Searches and documents have separate queues, so that neither blocks the other. */
export function inTurns({ searches, documents }: { searches: Run; documents: Run }, threads = 1): HeavyWork {
  const { slots, slotsEach, waitingMax } = SEARCHES
  const gates = {
    searches: makeFairQueue({ slots: slots * threads, slotsEach: slotsEach * threads, waitingMax }),
    documents: makeFairQueue(DOCUMENTS),
  }
  const underWay = new Map<string, SharedTurn>()

  /** The same task again: it shares the run of the first and takes no slot. */
  async function join(turn: SharedTurn, run: () => Promise<unknown>): Promise<unknown> {
    if (turn.joined >= waitingMax) throw new QueueFull()
    turn.joined++
    await turn.begun.promise
    return run()
  }

  async function takeTurn(
    gate: FairQueue,
    whose: string,
    key: string | undefined,
    run: () => Promise<unknown>,
  ): Promise<unknown> {
    const known = key === undefined ? undefined : underWay.get(key)
    if (known !== undefined) return join(known, run)
    const turn: SharedTurn = { begun: Promise.withResolvers(), joined: 0 }
    // There may be no caller left to handle the rejection.
    turn.begun.promise.catch(() => {})
    if (key !== undefined) underWay.set(key, turn)
    try {
      return await gate.run(whose, () => {
        turn.begun.resolve()
        return run()
      })
    } catch (error) {
      turn.begun.reject(error)
      throw error
    } finally {
      if (key !== undefined) underWay.delete(key)
    }
  }

  const turn = async (whose: string, name: keyof HeavyJobs, input: unknown, same?: string) => {
    const [gate, run] = name === 'search' ? [gates.searches, searches] : [gates.documents, documents]
    const key = same === undefined ? undefined : `${whose} ${name} ${same}`
    try {
      return await takeTurn(gate, whose, key, () => run(name, input))
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error
      return fail('rate_limit_exceeded', {
        advice: 'too much of yours is waiting already; send fewer requests at the same time',
        retryAfterSeconds: 1,
      })
    }
  }

  return { run: turn as HeavyWork['run'], close: async () => {} }
}

/** In the event loop: inside a thread, and in a process without threads. */
export function heavyWorkHere(world: () => World): HeavyWork {
  let jobs: HeavyJobs | undefined
  const run: Run = (name, input) => {
    jobs ??= makeJobs(world())
    const job: (input: never) => Promise<unknown> = jobs[name]
    return job(input as never)
  }
  return inTurns({ searches: run, documents: run })
}

interface Surroundings {
  readonly address: World['address']
  readonly tracing: Tracing | undefined
}

/** Documents have their own thread, so that no search waits for them. */
export function heavyWorkOnThreads(config: Config, log: Log, { address, tracing }: Surroundings): HeavyWork {
  const pools: Piscina[] = []
  let isClosed = false

  function threads(maxThreads: number, concurrentTasksPerWorker: number): Run {
    let pool: Piscina | undefined
    // Created by the first task, because the address is known only after listening.
    const start = () => {
      const data: ThreadData = { config, address: address.url, logLevel: log.level }
      const started = new Piscina({
        filename: beside(import.meta.url, 'heavy-thread').href,
        workerData: data,
        minThreads: 0,
        maxThreads,
        concurrentTasksPerWorker,
        idleTimeout: Number.POSITIVE_INFINITY,
        // A thread must wait in its event loop, which serves its database connections.
        atomics: 'disabled',
        recordTiming: false,
        resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
      })
      started.on('error', (error) => log.error({ err: error }, 'a thread for heavy work ended'))
      pools.push(started)
      return started
    }
    return async (name, input) => {
      if (isClosed) fail('service_unavailable', { retryAfterSeconds: 1 })
      pool ??= start()
      const task: ThreadTask = { name, input, trace: tracing?.here() ?? null }
      return resultOf(
        await pool.run(task).catch((error) => {
          if (!isClosed) log.error({ err: error }, 'a thread for heavy work ended')
          return fail('service_unavailable', { retryAfterSeconds: 1 })
        }),
      )
    }
  }

  const { heavyThreads } = config
  const heavy = inTurns(
    { searches: threads(heavyThreads, SEARCHES.slots), documents: threads(1, DOCUMENTS.slots) },
    heavyThreads,
  )
  return {
    ...heavy,
    async close() {
      isClosed = true
      await Promise.all(pools.map((pool) => pool.destroy()))
    },
  }
}

function resultOf(result: ThreadResult): unknown {
  if ('failure' in result) throw new Fail(result.failure.code, result.failure.options)
  if ('error' in result) throw Object.assign(new Error(result.error.message), { code: result.error.code })
  return withBuffers(result.value)
}

/** Bytes arrive as plain arrays; features expect buffers. */
function withBuffers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      part instanceof Uint8Array ? Buffer.from(part.buffer, part.byteOffset, part.byteLength) : part,
    ]),
  )
}
