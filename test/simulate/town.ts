// The town of a simulation: a database, the processes of the service, and all other systems as real servers
// on loopback.

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { realClock } from '../../server/kernel/process/clock.ts'
import { embarque } from '../support/command-line.ts'
import { temporaryFolder } from '../support/data-dir.ts'
import { CERTIFICATE } from '../support/fakes/certificate.ts'
import { type FakeAsaas, startFakeAsaas } from '../support/fakes/fake-asaas.ts'
import { type FakeDuffel, startFakeDuffel } from '../support/fakes/fake-duffel.ts'
import type { FakeOrder } from '../support/fakes/fake-duffel-orders.ts'
import { type FakeMercadoPago, startFakeMercadoPago } from '../support/fakes/fake-mercado-pago.ts'
import { type FakePsp, startFakePsp } from '../support/fakes/fake-psp.ts'
import { type FakePtax, startFakePtax } from '../support/fakes/fake-ptax.ts'
import { type Receiver, startReceiver } from '../support/fakes/receiver.ts'
import { type SmtpReceiver, startSmtpReceiver } from '../support/fakes/smtp-receiver.ts'
import { SECRET_KEY } from '../support/start-app.ts'
import { ask } from './ask.ts'
import { startDatabase } from './database.ts'
import { type Disk, layDisk } from './full-disk.ts'
import { random } from './random.ts'
import { type Services, startServices } from './services.ts'
import type { SimulatedDatabase } from './simulated-database.ts'

export interface Town {
  database: SimulatedDatabase
  disk: Disk
  services: Services
  carrier: FakeDuffel
  bank: FakePsp
  /** Banks for cards alone: of some agencies the one, of others the other. */
  asaas: FakeAsaas
  pago: FakeMercadoPago
  rates: FakePtax
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
/** What a currency cost on each of the last days, the newest first. Only the newest counts. */
const USD_BY_DAY = [5.4327, 5.3781, 5.2963, 5.6119]
const DAY_MS = 86_400_000
const PUBLIC_URL = 'https://embarque.example.test'

export async function openTown({ processes, steady, tree, database: where }: TownOptions): Promise<Town> {
  const database = await startDatabase(where)
  const carrier = await startFakeDuffel({ token: LIVE_TOKEN })
  carrier.desk.penaltyOf = penaltyOf
  const rates = await startFakePtax()
  rates.quotations.USD = quotationsOf(USD_BY_DAY)
  const [bank, receiver, mail] = [await startFakePsp(), await startReceiver(), await startSmtpReceiver()]
  const [asaas, pago] = [await startFakeAsaas(), await startFakeMercadoPago()]
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
    EXCHANGE_RATE_PROVIDER: 'ptax',
    PTAX_URL: rates.url,
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
    asaas,
    pago,
    rates,
    receiver,
    mail,
    walletCallbacks,
    command,
    async close() {
      clearInterval(keepTime)
      await services.stop()
      await database.stop()
      await Promise.all([carrier.close(), receiver.close(), mail.stop(), rates.close()])
      await Promise.all([bank.close(), asaas.close(), pago.close()])
    },
  }
}

/** As the carrier's own desk decides it when it is asked: nothing, some of the price, or all of it. */
function penaltyOf({ id, total_amount }: FakeOrder): bigint {
  const total = BigInt(total_amount.replace('.', ''))
  return random('penalty', id).pick([0n, 37_11n, total / 3n, total])
}

/** One of each day, yesterday's first, as Banco Central closes them. */
const quotationsOf = (rates: readonly number[]): FakePtax['quotations'][string] =>
  rates.map((cotacaoVenda, index) => {
    const day = new Date(realClock.now().getTime() - (index + 1) * DAY_MS).toISOString().slice(0, 10)
    return { cotacaoVenda, dataHoraCotacao: `${day} 13:05:22.148` }
  })

/** Every process answers that it is well. */
export async function isWell({ services }: Town): Promise<boolean> {
  const answers = await Promise.all(
    services.all.map(({ url }) => ask(url, { method: 'GET', path: '/api/v1/health' })),
  )
  return answers.every(({ status }) => status === 200)
}
