// The command `restore FILE`: loads a backup into an empty database, completely or not at all.
import { resolve } from 'node:path'
import type { Phrase } from '../../../../contract/phrases/phrase.ts'
import { readSecretKey, secretKeyFile, storeSecretKey } from '../../../kernel/crypto/secret-box.ts'
import { onlyRow, statement, withClient } from '../../../kernel/db/db.ts'
import { aliveProcesses } from '../../../kernel/jobs/processes.ts'
import { type Config, readConfig } from '../../boot/config.ts'
import { dataDirOf, grantService, serviceRole } from '../../boot/database.ts'
import {
  appliedMigrations,
  isBeforeBaseline,
  migrate,
  readMigrations,
  underMigrationLock,
} from '../../boot/migrate.ts'
import { CommandFailure, refuseArgument } from '../failures.ts'
import { processesIn } from '../phrases/findings.ts'
import { joined, type Terminal } from '../terminal.ts'
import {
  type DatabaseSession,
  hasOtherTables,
  listTables,
  loadBackup,
  plainSession,
  withDatabase,
} from './database.ts'
import { knownPassphrase } from './encryption.ts'
import {
  type Backup,
  type BackupFile,
  type BackupHeader,
  isEncryptedFile,
  readBackup,
} from './file-format.ts'

export async function restore(
  name: string,
  passphraseFile: string | undefined,
  terminal: Terminal,
): Promise<void> {
  if (name === '') refuseArgument('FILE', ['names the backup', 'informe a cópia de segurança.'])
  const file = resolve(name)
  const isEncrypted = isEncryptedFile(file)
  // An unencrypted file in its place may be forged: its checksum needs no key.
  if (!isEncrypted && passphraseFile !== undefined)
    refuseArgument('FILE', [
      'is not encrypted; leave --passphrase-file out if you trust where it comes from',
      'não está criptografado; retire --passphrase-file se você confia na origem dele.',
    ])
  const passphrase = isEncrypted ? await knownPassphrase(passphraseFile, terminal) : null
  const opened = { file, passphrase }
  // The whole file is read before anything changes, so that damage is found first.
  const backup = await readBackup(opened)
  refuseOtherVersions(backup.header)
  const config = readConfig(terminal.settings())
  refuseOtherKeys(backup.header, config)
  await withDatabase(config, false, async (session) => {
    const { client } = session
    const role = await withClient(session.service, serviceRole)
    await plainSession(client)
    const foreign = await underMigrationLock(client, async () => {
      await refuseUnlessEmpty(session, backup.header)
      return fill(session, opened, backup, role)
    })
    const { rows } = backup.summary
    const { taken_at, embarque } = backup.header
    terminal.say(report(file, backup, foreign, config), { file, taken_at, embarque, rows, left_out: foreign })
  })
}

function refuseOtherVersions({ embarque, migrations }: BackupHeader): void {
  if (isBeforeBaseline(migrations)) {
    throw new CommandFailure('failed', [
      `This backup was made by an Embarque before 1.0.0 (${embarque}), from which nothing can be taken over. ` +
        'Restore it with that version.',
      `Esta cópia foi feita por um Embarque anterior ao 1.0.0 (${embarque}), do qual nada pode ser aproveitado. ` +
        'Restaure-a com aquela versão.',
    ])
  }
  const known = readMigrations()
  if (migrations.length > known.length) {
    throw new CommandFailure('failed', [
      `This backup was made by a newer Embarque (${embarque}, with ${migrations.length} migrations; ` +
        `this version knows ${known.length}). Restore it with that version.`,
      `Esta cópia foi feita por um Embarque mais novo (${embarque}, com ${migrations.length} migrações; ` +
        `esta versão conhece ${known.length}). Restaure-a com aquela versão.`,
    ])
  }
  const other = migrations.find(({ hash }, index) => hash !== known[index]!.hash)
  if (other !== undefined) {
    throw new CommandFailure('failed', [
      `This backup was made by an Embarque whose migration ${other.number} (${other.name}) is not this ` +
        `version's. Restore it with Embarque ${embarque} as it was installed there.`,
      `Esta cópia foi feita por um Embarque cuja migração ${other.number} (${other.name}) não é a desta ` +
        `versão. Restaure-a com o Embarque ${embarque} como estava instalado lá.`,
    ])
  }
}

function refuseOtherKeys({ secret_key }: BackupHeader, config: Config): void {
  const key = Buffer.from(secret_key, 'hex')
  if (config.secretKey !== null) {
    if (config.secretKey.equals(key)) return
    throw new CommandFailure('failed', [
      'SECRET_KEY is not the key of this backup, so the restored secrets could not be read. Leave SECRET_KEY ' +
        'unset, and the key of the backup is put into DATA_DIR; or set it to the key the backup was made with.',
      'SECRET_KEY não é a chave desta cópia, e os segredos restaurados não poderiam ser lidos. Deixe SECRET_KEY ' +
        'sem valor, e a chave da cópia vai para DATA_DIR; ou defina-a com a chave com que a cópia foi feita.',
    ])
  }
  const dataDir = dataDirOf(config)
  if (readSecretKey(dataDir)?.equals(key) ?? true) return
  throw new CommandFailure('failed', [
    `${secretKeyFile(dataDir)} holds another key than this backup, so the restored secrets could not be read. ` +
      'Move that file away, and the key of the backup is put there.',
    `${secretKeyFile(dataDir)} contém uma chave diferente da desta cópia, e os segredos restaurados não poderiam ser lidos. ` +
      'Mova esse arquivo para outro lugar, e a chave da cópia é posta ali.',
  ])
}

const selectUsed = statement<{ used: boolean }>('select exists (select from teams) as used')

async function refuseUnlessEmpty({ client, alone }: DatabaseSession, backup: BackupHeader): Promise<void> {
  const applied = await appliedMigrations(client)
  if (applied.length === 0) {
    const others = (await listTables(client)).map(({ name }) => name)
    if (others.length === 0) return
    throw hasOtherTables(others)
  }
  const running = await aliveProcesses(client, alone)
  if (running.length > 0) {
    const who = running.map(({ description }) => description).join(', ')
    throw new CommandFailure('failed', [
      `A service is running on this database (${who}). Stop it first; ` +
        'one that was killed is forgotten after ten seconds.',
      `Um serviço está usando este banco de dados (${processesIn(who)}). Pare-o antes; ` +
        'um que foi encerrado à força é esquecido em dez segundos.',
    ])
  }
  if (onlyRow(await selectUsed(client)).used) {
    throw new CommandFailure('failed', [
      'The database is not empty: it has teams already. Restore into a new, empty database.',
      'O banco de dados não está vazio: já tem agências. Restaure em um banco novo e vazio.',
    ])
  }
  if (applied.length > backup.migrations.length) {
    throw new CommandFailure('failed', [
      `The database is at migration ${applied.length} and the backup at ${backup.migrations.length}, and there ` +
        'is no way back. Restore into a new database that was not migrated yet.',
      `O banco de dados está na migração ${applied.length}, e a cópia, na ${backup.migrations.length}; não há ` +
        'como voltar. Restaure em um banco de dados novo, ainda não migrado.',
    ])
  }
}

/** Migrates the database to the backup's version; a newer version migrates further at its next start. */
async function fill(
  { client, config }: DatabaseSession,
  file: BackupFile,
  { header, summary }: Backup,
  role: string,
): Promise<string[]> {
  let foreign: string[] = []
  const after = async () => {
    foreign = await loadBackup(client, file, summary, () => putKeyBack(header, config))
    await grantService(client, role)
  }
  await migrate(client, { migrations: readMigrations().slice(0, header.migrations.length), after })
  return foreign
}

function putKeyBack(header: BackupHeader, config: Config): void {
  if (config.secretKey !== null) return
  storeSecretKey(dataDirOf(config), Buffer.from(header.secret_key, 'hex'))
  // Another process may have written its key first.
  refuseOtherKeys(header, config)
}

function report(file: string, { header, summary }: Backup, foreign: string[], config: Config): Phrase {
  const restored = Object.entries(summary.rows).filter(([table]) => !foreign.includes(table))
  const count = restored.reduce((sum, [, rows]) => sum + rows, 0)
  const tables = restored.length
  const lines: Phrase[] = [
    [
      `Restored ${count} rows of ${tables} tables from ${file},`,
      `Restauradas ${count} linhas de ${tables} tabelas de ${file},`,
    ],
    [
      `taken at ${header.taken_at} by Embarque ${header.embarque}.`,
      `cópia de ${header.taken_at} feita pelo Embarque ${header.embarque}.`,
    ],
  ]
  const left = foreign.join(', ')
  if (foreign.length > 0)
    lines.push([
      `Left out, because they are not Embarque's: ${left}.`,
      `Deixadas de fora, por não serem do Embarque: ${left}.`,
    ])
  const keyFile = secretKeyFile(dataDirOf(config))
  if (config.secretKey === null)
    lines.push([`The secret key is in ${keyFile}.`, `A chave secreta está em ${keyFile}.`])
  return joined([...lines, NOTHING_TWICE])
}

export const NOTHING_TWICE: Phrase = [
  'If the installation that was backed up still runs, stop it before you start this one:\n' +
    'both would do the same work.',
  'Se a instalação copiada ainda está no ar, pare-a antes de iniciar esta:\n' +
    'as duas fariam o mesmo trabalho.',
]
