// `npm run bench`: ratios measured side by side in one run, ours against the bare limit.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchBookingList } from './booking-list.ts'
import { benchBookings } from './bookings.ts'
import { benchDeliveries } from './deliveries.ts'
import { benchDueWork } from './due-work.ts'
import { benchEnqueue, reportEnqueue } from './enqueue.ts'
import { benchFairness, reportFairness } from './fairness.ts'
import { benchInvoiceLists } from './invoice-lists.ts'
import { benchInvoices } from './invoices.ts'
import { benchLanes, reportLanes } from './lanes.ts'
import { benchMe } from './me.ts'
import { benchMeSession } from './me-session.ts'
import { benchPanel, reportPanel } from './panel.ts'
import { benchPages, benchPdfs } from './papers.ts'
import { benchProcesses, reportProcesses } from './processes.ts'
import { benchRecurring } from './recurring.ts'
import { benchSearch, reportSearch } from './search.ts'
import { report } from './side-by-side.ts'
import { benchStart } from './start.ts'
import { benchStream, reportStream } from './stream.ts'
import { benchWallet } from './wallet.ts'
import { benchWalletList } from './wallet-list.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)
const dataDir = mkdtempSync(join(tmpdir(), 'embarque-bench-'))
try {
  const start = await benchStart(dataDir)
  say(`start to healthy: first ${start.firstSeconds.toFixed(1)} s, later ${start.laterSeconds.toFixed(1)} s`)
  const megabytes = [start.serviceMegabytes, start.databaseMegabytes].map((size) => `${size.toFixed(0)} MB`)
  say(`resident memory: service ${megabytes[0]}, database ${megabytes[1]}`)
  rmSync(dataDir, { recursive: true })
  say(report(await benchMe(dataDir)))
  say(report(await benchMeSession(dataDir)))
  say(reportProcesses(await benchProcesses(dataDir)))
  say(reportSearch(await benchSearch(dataDir)))
  say(reportStream(await benchStream(dataDir)))
  say(reportPanel(await benchPanel(dataDir)))
  say(report(await benchPages(dataDir)))
  say(report(await benchPdfs(dataDir)))
  say(report(await benchDueWork(dataDir)))
  for (const result of await benchEnqueue(dataDir)) say(reportEnqueue(result))
  for (const result of await benchLanes(dataDir)) say(reportLanes(result))
  const deliveries = await benchDeliveries(dataDir)
  say(report(deliveries.rate))
  const { fairness, backlogMegabytes, backlogPerSecond } = deliveries
  const share = `${fairness.toFixed(2)} of what they get beside a healthy one`
  say(`nine receivers beside a hanging tenth get ${share} (at least 0.90)`)
  const drained = `${Math.round(backlogPerSecond)}/s, at most ${backlogMegabytes.toFixed(0)} MB resident`
  say(`a backlog of 100,000 deliveries drains at ${drained} (below 300 MB)`)
  for (const result of await benchFairness(dataDir)) say(reportFairness(result))
  for (const result of await benchWallet(dataDir)) say(report(result))
  for (const { name, times, milliseconds } of await benchWalletList(dataDir)) {
    const took = `${times.toFixed(2)} times that of 1,000, ${milliseconds.toFixed(1)} ms`
    say(`transactions at 1,000,000 lines, ${name}: ${took} (at most 3.00)`)
  }
  const bookings = await benchBookings(dataDir)
  say(report(bookings.rate))
  say(`round trips to the database of an instant booking: ${bookings.roundTrips} (at most 8)`)
  for (const { name, times, milliseconds, atMost } of await benchBookingList(dataDir)) {
    const took = `${times.toFixed(2)} times that of 1,000, ${milliseconds.toFixed(1)} ms`
    say(`first page of 100,000 bookings, ${name}: ${took}${atMost === null ? '' : ` (at most ${atMost}.00)`}`)
  }
  say(report(await benchInvoices(dataDir)))
  const { lists, searches } = await benchInvoiceLists(dataDir)
  for (const { name, times, milliseconds } of lists) {
    const took = `${times.toFixed(2)} times that of 1,000, ${milliseconds.toFixed(1)} ms`
    say(`first page of 100,000 invoices, ${name}: ${took} (at most 3.00)`)
  }
  for (const { text, found, milliseconds } of searches)
    say(`search of "${text}" among 100,000 clients: ${found} found in ${milliseconds.toFixed(1)} ms`)
  const recurring = await benchRecurring(dataDir)
  const memory = recurring.megabytes.map((size) => `${size.toFixed(0)} MB`).join(', later ')
  say(`10,000 recurring invoices of one day: ${Math.round(recurring.perSecond)}/s, resident ${memory}`)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
