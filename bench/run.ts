// `npm run bench`: ratios measured in turns in one run, ours against the bare limit. Arguments select
// benchmarks.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchBookingList } from './booking-list.ts'
import { benchBookings } from './bookings.ts'
import { benchDeliveries } from './deliveries.ts'
import { benchPages, benchPdfs } from './documents.ts'
import { benchEnqueue, reportEnqueue } from './enqueue.ts'
import { benchFairness, reportFairness } from './fairness.ts'
import { benchInvoiceLists } from './invoice-lists.ts'
import { benchInvoices } from './invoices.ts'
import { benchJobs } from './jobs.ts'
import { benchMe, benchMeSession } from './me.ts'
import { benchPanel, reportPanel } from './panel.ts'
import { benchProcesses, reportProcesses } from './processes.ts'
import { benchQueues, reportQueues } from './queues.ts'
import { benchRecurring } from './recurring.ts'
import { benchSearch, reportSearch } from './search.ts'
import { report } from './side-by-side.ts'
import { benchStart } from './start.ts'
import { benchStream, reportStream } from './stream.ts'
import { benchTripLists } from './trip-lists.ts'
import { benchWallet } from './wallet.ts'
import { benchWalletList } from './wallet-list.ts'

/** The benchmarks in order, each returning its lines. */
const BENCHES: Record<string, (dataDir: string) => Promise<string[]>> = {
  async start(dataDir) {
    const start = await benchStart(dataDir)
    const megabytes = [start.serviceMegabytes, start.databaseMegabytes].map((size) => `${size.toFixed(0)} MB`)
    return [
      `start to healthy: first ${start.firstSeconds.toFixed(1)} s, later ${start.laterSeconds.toFixed(1)} s`,
      `resident memory: service ${megabytes[0]}, database ${megabytes[1]}`,
    ]
  },
  me: async (dataDir) => [report(await benchMe(dataDir)), report(await benchMeSession(dataDir))],
  processes: async (dataDir) => [reportProcesses(await benchProcesses(dataDir))],
  search: async (dataDir) => [reportSearch(await benchSearch(dataDir))],
  stream: async (dataDir) => [reportStream(await benchStream(dataDir))],
  panel: async (dataDir) => [reportPanel(await benchPanel(dataDir))],
  documents: async (dataDir) => [report(await benchPages(dataDir)), report(await benchPdfs(dataDir))],
  work: async (dataDir) => [report(await benchJobs(dataDir))],
  enqueue: async (dataDir) => [reportEnqueue(await benchEnqueue(dataDir))],
  queues: async (dataDir) => (await benchQueues(dataDir)).map(reportQueues),
  async deliveries(dataDir) {
    const { rate, fairness, backlogMegabytes, backlogPerSecond } = await benchDeliveries(dataDir)
    const share = `${fairness.ratio.toFixed(2)} of what they get beside a healthy one`
    const drained = `${Math.round(backlogPerSecond)}/s, at most ${backlogMegabytes.toFixed(0)} MB resident`
    return [
      report(rate),
      `nine receivers beside a hanging tenth get ${share} (at least ${fairness.atLeast.toFixed(2)})`,
      `a backlog of 100,000 deliveries drains at ${drained} (below 270 MB)`,
    ]
  },
  fairness: async (dataDir) => (await benchFairness(dataDir)).map(reportFairness),
  wallet: async (dataDir) => (await benchWallet(dataDir)).map(report),
  'wallet-list': async (dataDir) =>
    (await benchWalletList(dataDir)).map(listLine('transactions at 1,000,000 lines')),
  async bookings(dataDir) {
    const { rate, roundTrips } = await benchBookings(dataDir)
    return [report(rate), `round trips to the database of an instant booking: ${roundTrips} (at most 8)`]
  },
  'booking-list': async (dataDir) =>
    (await benchBookingList(dataDir)).map(listLine('first page of 100,000 bookings')),
  invoices: async (dataDir) => [report(await benchInvoices(dataDir))],
  async 'invoice-lists'(dataDir) {
    const { lists, searches } = await benchInvoiceLists(dataDir)
    return [
      ...lists.map(listLine('first page of 100,000 invoices')),
      ...searches.map(({ text, found, milliseconds }) => {
        return `search of "${text}" among 100,000 clients: ${found} found in ${milliseconds.toFixed(1)} ms`
      }),
    ]
  },
  async 'trip-lists'(dataDir) {
    const { lists, busy } = await benchTripLists(dataDir)
    return [
      ...lists.map(listLine('of 100,000 items of trips')),
      `${busy.found} warnings of 10,000 trips in the next half year: ${busy.milliseconds.toFixed(1)} ms`,
    ]
  },
  async recurring(dataDir) {
    const { perSecond, megabytes } = await benchRecurring(dataDir)
    const memory = megabytes.map((size) => `${size.toFixed(0)} MB`).join(', later ')
    return [`10,000 recurring invoices of one day: ${Math.round(perSecond)}/s, resident ${memory}`]
  },
}

interface ListFigures {
  name: string
  times: number
  milliseconds: number
}

function listLine(list: string) {
  return ({ name, times, milliseconds }: ListFigures): string => {
    const took = `${times.toFixed(2)} times that of 1,000, ${milliseconds.toFixed(1)} ms`
    return `${list}, ${name}: ${took} (at most 3.00)`
  }
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(BENCHES, name))
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}.\n`)
  process.exit(2)
}
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  // Each on its own database, so that the result does not depend on others.
  const dataDir = mkdtempSync(join(tmpdir(), 'embarque-bench-'))
  try {
    for (const line of await bench(dataDir)) process.stdout.write(`${line}\n`)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
