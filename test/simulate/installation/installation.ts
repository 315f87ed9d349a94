// A simulated installation: a database, the processes of the service, and all other systems as real servers on
// loopback.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { realClock } from '../../../server/kernel/process/clock.ts'
import { embarque } from '../../support/command-line.ts'
import { temporaryFolder } from '../../support/data-dir.ts'
import { CERTIFICATE } from '../../support/fakes/certificate.ts'
import { type FakeAsaas, startFakeAsaas } from '../../support/fakes/fake-asaas.ts'
import { type FakeDuffel, startFakeDuffel } from '../../support/fakes/fake-duffel.ts'
import type { FakeOrder } from '../../support/fakes/fake-duffel-orders.ts'
import { type FakeMercadoPago, startFakeMercadoPago } from '../../support/fakes/fake-mercado-pago.ts'
import { type FakePsp, startFakePsp } from '../../support/fakes/fake-psp.ts'
import { type FakePtax, startFakePtax } from '../../support/fakes/fake-ptax.ts'
import { type Receiver, startReceiver } from '../../support/fakes/receiver.ts'
import { type SmtpReceiver, startSmtpReceiver } from '../../support/fakes/smtp-receiver.ts'
import { SECRET_KEY } from '../../support/start-app.ts'
import { type Disk, prepareFullDisk } from '../faults.ts'
import { seededRandom } from '../random.ts'
import { sendRequest } from '../request.ts'
import { type SimulatedDatabase, startDatabase } from './database.ts'
import { type Services, startServices } from './services.ts'

export interface Installation {
  database: SimulatedDatabase
  disk: Disk
  services: Services
  carrier: FakeDuffel
  /** For Pix and Pix Automático, of all agencies and of the operator. */
  bank: FakePsp
  /** For cards: each agency has one of the two. */
  asaas: FakeAsaas
  mercadoPago: FakeMercadoPago
  rates: FakePtax
  receiver: Receiver
  mail: SmtpReceiver
  /** The path for callbacks about recharges of wallets. */
  walletCallbackPath: string
  /** Runs a command of the operator, without a proxy to the database. */
  runCommand(...words: string[]): Promise<{ code: number | null; out: string; err: string }>
  close(): Promise<void>
}

export interface InstallationOptions {
  processes: number
  /** How many more processes there are that no fault ends. */
  steady: number
  /** The folder of the project whose service runs. */
  tree: string
  database: 'own' | 'embedded' | { url: string }
}

const LIVE_TOKEN = 'duffel_live_0123456789abcdefSIMULATED'
const CARRIER_CLOCK_EVERY_MS = 250
/** Rates of the last days, the newest first. Only the newest counts. */
const USD_RATES = [5.4327, 5.3781, 5.2963, 5.6119]
const DAY_MS = 86_400_000
const PUBLIC_URL = 'https://embarque.example.test'

export async function openInstallation({
  processes,
  steady,
  tree,
  database: where,
}: InstallationOptions): Promise<Installation> {
  const database = await startDatabase(where)
  const carrier = await startFakeDuffel({ token: LIVE_TOKEN })
  carrier.desk.penaltyOf = penaltyOf
  const rates = await startFakePtax()
  rates.quotations.USD = quotationsOf(USD_RATES)
  const [bank, receiver, mail] = [await startFakePsp(), await startReceiver(), await startSmtpReceiver()]
  const [asaas, mercadoPago] = [await startFakeAsaas(), await startFakeMercadoPago()]
  const carrierClock = setInterval(() => carrier.clock.set(realClock.now()), CARRIER_CLOCK_EVERY_MS)
  carrier.clock.set(realClock.now())
  const folder = temporaryFolder(mkdtempSync(join(tmpdir(), 'embarque-simulation-')))
  const writeFile = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const settings = {
    DATA_DIR: folder,
    SECRET_KEY,
    PUBLIC_URL,
    NODE_ENV: 'test',
    NODE_EXTRA_CA_CERTS: writeFile('authority.pem', CERTIFICATE),
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
    // A webhook is not disabled within a simulation.
    WEBHOOK_OFF_AFTER_MINUTES: '600',
    SUPPLIERS: 'simulated, duffel',
    SUPPLIER_SEARCH_SECONDS: '3',
    DUFFEL_TOKEN: LIVE_TOKEN,
    DUFFEL_URL: carrier.url,
    EXCHANGE_RATE_PROVIDER: 'ptax',
    PTAX_URL: rates.url,
  }
  const services = await startServices({ database, count: processes, steady, tree, settings })
  const disk = await prepareFullDisk(database)
  const runCommand: Installation['runCommand'] = (...words) =>
    embarque(words, { ...settings, DATABASE_URL: database.url, DATABASE_OWNER_URL: database.url })
  const file = writeFile('bank.json', JSON.stringify(bank.settings))
  const { out, err } = await runCommand(
    ...['bank', 'connect', '--bank', 'pix-bacen', '--profile', 'generic', '--settings', file],
  )
  const [walletCallbackPath] = /\/callbacks\/[\w-]+\/\w+/.exec(out) ?? []
  if (walletCallbackPath === undefined) throw new Error(`the operator's bank was not connected: ${out}${err}`)
  return {
    database,
    disk,
    services,
    carrier,
    bank,
    asaas,
    mercadoPago,
    rates,
    receiver,
    mail,
    walletCallbackPath,
    runCommand,
    async close() {
      clearInterval(carrierClock)
      await services.stop()
      await database.stop()
      await Promise.all([carrier.close(), receiver.close(), mail.stop(), rates.close()])
      await Promise.all([bank.close(), asaas.close(), mercadoPago.close()])
    },
  }
}

/** What the carrier keeps of a cancelled order: nothing, some of the price, or all of it. */
function penaltyOf({ id, total_amount }: FakeOrder): bigint {
  const total = BigInt(total_amount.replace('.', ''))
  return seededRandom('penalty', id).pick([0n, 37_11n, total / 3n, total])
}

/** One for each day, from yesterday backwards, as Banco Central publishes them. */
const quotationsOf = (rates: readonly number[]): FakePtax['quotations'][string] =>
  rates.map((cotacaoVenda, index) => {
    const day = new Date(realClock.now().getTime() - (index + 1) * DAY_MS).toISOString().slice(0, 10)
    return { cotacaoVenda, dataHoraCotacao: `${day} 13:05:22.148` }
  })

/** Whether every process says so. */
export async function isHealthy({ services }: Installation): Promise<boolean> {
  const responses = await Promise.all(
    services.all.map(({ url }) => sendRequest(url, { method: 'GET', path: '/api/v1/health' })),
  )
  return responses.every(({ status }) => status === 200)
}
