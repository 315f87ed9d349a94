// The town that a simulation plays in: a database, the processes of the service, and everybody outside of it, each a
// real server on loopback that this process plays.

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { realClock } from '../../server/kernel/process/clock.ts'
import { embarque } from '../support/command-line.ts'
import { temporaryFolder } from '../support/data-dir.ts'
import { CERTIFICATE } from '../support/fakes/certificate.ts'
import { type FakeDuffel, startFakeDuffel } from '../support/fakes/fake-duffel.ts'
import { type FakePsp, startFakePsp } from '../support/fakes/fake-psp.ts'
import { type Receiver, startReceiver } from '../support/fakes/receiver.ts'
import { type SmtpReceiver, startSmtpReceiver } from '../support/fakes/smtp-receiver.ts'
import { SECRET_KEY } from '../support/start-app.ts'
import { ask } from './ask.ts'
import { startDatabase } from './database.ts'
import { type Disk, layDisk } from './full-disk.ts'
import { type Services, startServices } from './services.ts'
import type { SimulatedDatabase } from './simulated-database.ts'

export interface Town {
  database: SimulatedDatabase
  disk: Disk
  services: Services
  carrier: FakeDuffel
  bank: FakePsp
  receiver: Receiver
  mail: SmtpReceiver
  /** Where the operator's bank tells of payments of wallets. */
  walletCallbacks: string
  /** A command of the operator, past all lines. */
  command(...words: string[]): Promise<{ code: number | null; out: string; err: string }>
  close(): Promise<void>
}

export interface TownOptions {
  processes: number
  /** How many more processes there are that no fault ends. */
  steady: number
  tree: string
  database: 'own' | 'embedded' | { url: string }
}

const LIVE_TOKEN = 'duffel_live_0123456789abcdefSIMULATED'
const CARRIER_TIME_EVERY_MS = 250
const PUBLIC_URL = 'https://embarque.example.test'

export async function openTown({ processes, steady, tree, database: where }: TownOptions): Promise<Town> {
  const database = await startDatabase(where)
  const carrier = await startFakeDuffel({ token: LIVE_TOKEN })
  const [bank, receiver, mail] = [await startFakePsp(), await startReceiver(), await startSmtpReceiver()]
  const keepTime = setInterval(() => carrier.clock.set(realClock.now()), CARRIER_TIME_EVERY_MS)
  carrier.clock.set(realClock.now())
  const folder = temporaryFolder(mkdtempSync(join(tmpdir(), 'embarque-simulation-')))
  const written = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const settings = {
    DATA_DIR: folder,
    SECRET_KEY,
    PUBLIC_URL,
    NODE_ENV: 'test',
    NODE_EXTRA_CA_CERTS: written('authority.pem', CERTIFICATE),
    LOG_LEVEL: 'error',
    PROCESSES: '1',
    HEAVY_THREADS: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    SEARCH_LIMIT_PER_MINUTE: '0',
    CONNECTIONS_PER_ADDRESS: '0',
    STORED_MB_PER_DAY: '0',
    MAIL_LIMIT_PER_HOUR: '0',
    MAIL_LIMIT_PER_RECEIVER: '0',
    MAIL_LIMIT_ALL_TEAMS: '0',
    SMTP_URL: mail.url,
    // A receiver that is upset for a while is not given up within a simulation.
    WEBHOOK_OFF_AFTER_MINUTES: '600',
    SUPPLIERS: 'simulated, duffel',
    SUPPLIER_SEARCH_SECONDS: '3',
    DUFFEL_TOKEN: LIVE_TOKEN,
    DUFFEL_URL: carrier.url,
    EXCHANGE_RATES: 'USD=5.40, EUR=6.25, GBP=7.10',
  }
  const services = await startServices({ database, count: processes, steady, tree, settings })
  const disk = await layDisk(database)
  const command: Town['command'] = (...words) =>
    embarque(words, { ...settings, DATABASE_URL: database.url, DATABASE_OWNER_URL: database.url })
  const file = written('bank.json', JSON.stringify(bank.settings))
  const { out, err } = await command(
    ...['bank', 'connect', '--bank', 'pix-bacen', '--profile', 'generic', '--settings', file],
  )
  const [walletCallbacks] = /\/callbacks\/[\w-]+\/\w+/.exec(out) ?? []
  if (walletCallbacks === undefined) throw new Error(`the operator's bank was not connected: ${out}${err}`)
  return {
    database,
    disk,
    services,
    carrier,
    bank,
    receiver,
    mail,
    walletCallbacks,
    command,
    async close() {
      clearInterval(keepTime)
      await services.stop()
      await database.stop()
      await Promise.all([carrier.close(), receiver.close(), mail.stop(), bank.close()])
    },
  }
}

/** Every process answers that it is well. */
export async function isWell({ services }: Town): Promise<boolean> {
  const answers = await Promise.all(
    services.all.map(({ url }) => ask(url, { method: 'GET', path: '/api/v1/health' })),
  )
  return answers.every(({ status }) => status === 200)
}
