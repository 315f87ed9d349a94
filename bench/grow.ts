// `node bench/grow.ts`: the cost of lists that have grown. Fills a database with many teams, one of which has a hundred
// times the rows of another, and requests every list with every filter for both in turns:
//   --teams 5000 --events 10000000 --large 100000 --small 1000 --plans FILE --keep FOLDER --lists bookings
// `--plans` writes PostgreSQL's plans for the large team. `--cursors` measures only pages after a cursor. `--tables
// events,deliveries` fills only these for the other teams. `--keep` reuses the database, so that a change is measured on
// the same rows.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/app/boot/config.ts'
import { startService } from '../server/app/boot/start-service.ts'
import { withClient } from '../server/kernel/db/db.ts'
import { findRunningServer } from '../server/kernel/db/embedded-postgres/leftover.ts'
import { makeLog } from '../server/kernel/process/log.ts'
import { makeRecorder } from '../test/support/statements.ts'
import { fillAll, type Measured } from './grow-fill.ts'
import { ASKED, notAsked } from './grow-lists.ts'
import { measureAll, measureCursors, plansOf } from './grow-measure.ts'

const { values } = parseArgs({
  options: {
    teams: { type: 'string', default: '200' },
    events: { type: 'string', default: '200000' },
    large: { type: 'string', default: '100000' },
    small: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '15' },
    plans: { type: 'string' },
    keep: { type: 'string' },
    lists: { type: 'string', default: '' },
    tables: { type: 'string', default: '' },
    cursors: { type: 'boolean', default: false },
  },
})
const AT_MOST = 3
const AT_MOST_BY_CURSOR = 1.5

const say = (text: string) => process.stdout.write(`${text}\n`)
const dataDir = values.keep ?? mkdtempSync(join(tmpdir(), 'embarque-grow-'))
const wasFilled = existsSync(join(dataDir, 'grown.json'))
const settings = {
  DATA_DIR: dataDir,
  PORT: '0',
  RATE_LIMIT_PER_MINUTE: '0',
  PROCESSES: '1',
  KEEP_DELIVERIES_DAYS: '3660',
  KEEP_MAILS_DAYS: '3660',
}
const { wrapPool, record } = makeRecorder()
const service = await startService(readConfig(settings), makeLog({ level: 'warn' }), { wrapPool })
try {
  const server = (await findRunningServer(dataDir))!
  const teams = await withClient(server.connection, (owner) =>
    fillAll(owner, service.world, {
      crowd: Number(values.teams),
      events: Number(values.events),
      sizes: { small: Number(values.small), large: Number(values.large) },
      kept: join(dataDir, 'grown.json'),
      wasFilled,
      tables: values.tables === '' ? null : values.tables.split(','),
      say,
    }),
  )
  const missing = notAsked(teams.large)
  if (missing.length > 0) throw new Error(`not asked for: ${missing.join(', ')}`)
  const asked = Object.keys(ASKED).filter((id) => id.startsWith(values.lists))
  for await (const { name, times, small, large } of measureAll(
    service.url!,
    teams,
    values.cursors ? [] : asked,
    Number(values.rounds),
  )) {
    const verdict = times <= AT_MOST ? 'ok' : 'ABOVE'
    const took = `${large.toFixed(1)} ms of ${small.toFixed(1)} ms`
    say(`${name.padEnd(44)} ${times.toFixed(2).padStart(7)}  (at most ${AT_MOST}: ${verdict})  ${took}`)
  }
  for await (const { name, times, small, large } of measureCursors(
    service.url!,
    teams,
    asked,
    Number(values.rounds),
  )) {
    const verdict = times <= AT_MOST_BY_CURSOR ? 'ok' : 'ABOVE'
    const took = `${large.toFixed(1)} ms of ${small.toFixed(1)} ms`
    say(
      `${name.padEnd(44)} ${times.toFixed(2).padStart(7)}  (at most ${AT_MOST_BY_CURSOR}: ${verdict})  ${took}`,
    )
  }
  if (values.plans !== undefined) {
    const { plans, faults } = await plansOf(
      server.connection,
      record,
      service.url!,
      teams.large as Measured,
      asked,
    )
    writeFileSync(values.plans, plans)
    say(`plans in ${values.plans}`)
    for (const fault of faults) say(`FAULT ${fault}`)
  }
} finally {
  await service.stop()
  if (values.keep === undefined) rmSync(dataDir, { recursive: true, force: true })
}
