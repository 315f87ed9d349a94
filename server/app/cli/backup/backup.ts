// The command `backup FILE`: a consistent snapshot in one file, the secret key included, while the service
// runs.
import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Phrase } from '../../../../contract/phrases/phrase.ts'
import { clockOfDatabase } from '../../../features/readiness/readiness.ts'
import { noteBackup } from '../../../features/readiness/store.ts'
import { makeSecretBox, randomToken, readSecretKey } from '../../../kernel/crypto/secret-box.ts'
import { VERSION } from '../../../kernel/process/project.ts'
import { isoTimestamp } from '../../../kernel/values/dates.ts'
import { type Config, readConfig } from '../../boot/config.ts'
import { dataDirOf, hasDatabase } from '../../boot/database.ts'
import { appliedMigrations, secretKeyFits, underMigrationLock, WRONG_KEY } from '../../boot/migrate.ts'
import { CommandFailure, refuseArgument } from '../failures.ts'
import { joined, type Terminal } from '../terminal.ts'
import { listTables, plainSession, quoted, readSequences, type Table, withDatabase } from './database.ts'
import { encrypt, newPassphrase } from './encryption.ts'
import { type BackupHeader, backupContents, FORMAT, FORMAT_VERSION } from './file-format.ts'

/** Twice as fast as the default level 6 on our rows, and 2 % larger. */
const GZIP_LEVEL = 3

interface BackupOptions {
  encrypt?: boolean
  'passphrase-file'?: string
}

export async function backup(name: string, options: BackupOptions, terminal: Terminal): Promise<void> {
  if (name === '') refuseArgument('FILE', ['names the file to write', 'informe o arquivo a gravar.'])
  const file = resolve(name)
  refuseToOverwrite(file)
  refuseMissingFolder(file)
  const config = readConfig(terminal.settings())
  if (!hasDatabase(config)) throw new CommandFailure('failed', NOTHING_TO_SAVE)
  const passphraseFile = options['passphrase-file']
  const isEncrypted = options.encrypt === true || passphraseFile !== undefined
  const passphrase = isEncrypted ? await newPassphrase(passphraseFile, terminal) : null
  await withDatabase(config, true, async ({ client }) => {
    await plainSession(client)
    const secretKey = await provenKey(client, config)
    const { clock } = await clockOfDatabase(client)
    const tables = await openSnapshot(client)
    const header: BackupHeader = {
      format: FORMAT,
      version: FORMAT_VERSION,
      embarque: VERSION,
      taken_at: isoTimestamp(clock.now()),
      migrations: await appliedMigrations(client),
      secret_key: secretKey.toString('hex'),
    }
    const encrypted = passphrase === null ? null : encryption(passphrase, terminal.scryptWorkFactor)
    await writeWhole(file, backupOf(client, header, tables), encrypted)
    await client.query('commit')
    await noteBackup(client, clock.now())
  })
  const done: Phrase = [`Everything was written to ${file}.`, `Tudo foi gravado em ${file}.`]
  terminal.say(joined([done, isEncrypted ? WITH_PASSPHRASE : WITH_KEY]), {
    file,
    encrypted: isEncrypted,
  })
}

const WITH_KEY: Phrase = [
  'It holds the secret key too: keep it where only you can read it.',
  'Ele contém também a chave secreta: guarde-o onde só você possa ler.',
]
const WITH_PASSPHRASE: Phrase = [
  'It opens with its passphrase alone: keep that elsewhere, it cannot be recovered.',
  'Ele só abre com a senha: guarde-a em outro lugar, pois ela não pode ser recuperada.',
]

/** Reported before an hour of writing. */
function refuseMissingFolder(file: string): void {
  const folder = dirname(file)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new CommandFailure('failed', [
      `There is no folder ${folder} to write to: make it first, or choose another.`,
      `A pasta ${folder} não existe: crie-a antes ou escolha outra.`,
    ])
}

function refuseToOverwrite(file: string): void {
  if (existsSync(file))
    throw new CommandFailure('failed', [
      `${file} exists already; choose another name.`,
      `${file} já existe; escolha outro nome.`,
    ])
}

const NOTHING_TO_SAVE: Phrase = [
  'No service has used this database yet: there is nothing to back up.',
  'Nenhum serviço usou este banco de dados ainda: não há o que copiar.',
]

/** A backup with a wrong key would be discovered at the restore. */
async function provenKey(client: pg.Client, config: Config): Promise<Buffer> {
  if ((await appliedMigrations(client)).length === 0) throw new CommandFailure('failed', NOTHING_TO_SAVE)
  const key = config.secretKey ?? readSecretKey(dataDirOf(config))
  const fits = await secretKeyFits(client, key && makeSecretBox(key))
  if (fits === null) throw new CommandFailure('failed', NOTHING_TO_SAVE)
  if (key === null || !fits) throw new Error(WRONG_KEY)
  return key
}

/**
 * A table that a migration rewrites after the snapshot looks empty in it. So the tables are locked against
 * migrations (and nothing else) before the first query takes the snapshot.
 */
async function openSnapshot(client: pg.Client): Promise<Table[]> {
  return underMigrationLock(client, async () => {
    const tables = await listTables(client)
    await client.query('begin isolation level repeatable read read only')
    await client.query(`lock table ${quoted(tables.map(({ name }) => name))} in access share mode`)
    return tables
  })
}

function backupOf(client: pg.Client, header: BackupHeader, tables: Table[]) {
  const rowsOf = ({ name, columns }: Table) =>
    client.query(copyTo(`copy ${quoted([name])} (${quoted(columns)}) to stdout`))
  return backupContents(header, tables, rowsOf, () => readSequences(client))
}

type Encryption = (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

const encryption =
  (passphrase: string, workFactor: number | undefined): Encryption =>
  (chunks) =>
    encrypt(chunks, passphrase, workFactor)

/** The file gets its name only when it is complete. */
async function writeWhole(
  file: string,
  contents: AsyncIterable<string | Buffer>,
  encrypted: Encryption | null,
): Promise<void> {
  const draft = `${file}.${randomToken(5)}.part`
  try {
    const disk = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
    const packed = createGzip({ level: GZIP_LEVEL })
    if (encrypted === null) await pipeline(contents, packed, disk)
    else await pipeline(contents, packed, encrypted, disk)
    refuseToOverwrite(file)
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
