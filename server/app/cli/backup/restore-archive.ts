// The command `restore --from DIR`: the embedded database from its archive, as it was at a moment or at the end.
import { resolve } from 'node:path'
import type pg from 'pg'
import type { Phrase } from '../../../../contract/phrases/phrase.ts'
import { makeSecretBox, readSecretKey, secretKeyFile } from '../../../kernel/crypto/secret-box.ts'
import { recover } from '../../../kernel/db/archive/recover.ts'
import { onlyRow, statement, withClient } from '../../../kernel/db/db.ts'
import { isoTimestamp, parseTimestamp } from '../../../kernel/values/dates.ts'
import { type Config, readConfig } from '../../boot/config.ts'
import { dataDirOf } from '../../boot/database.ts'
import { secretKeyFits } from '../../boot/migrate.ts'
import { CommandFailure, refuseArgument } from '../failures.ts'
import { faultIn } from '../phrases/faults.ts'
import { joined, type Terminal } from '../terminal.ts'
import { NOTHING_TWICE } from './restore.ts'

export async function restoreArchive(
  given: { from: string | undefined; to: string | undefined },
  terminal: Terminal,
): Promise<void> {
  const config = readConfig(terminal.settings())
  const from = given.from === undefined ? config.backupDir : resolve(given.from)
  if (from === null)
    return refuseArgument('--from', [
      'names the folder that was BACKUP_DIR',
      'informe a pasta que era BACKUP_DIR.',
    ])
  const to = given.to === undefined ? null : parseTimestamp(given.to)
  if (given.to !== undefined && to === null)
    return refuseArgument('--to', [
      'is a moment such as 2026-11-16T12:00:00Z',
      'informe um momento como 2026-11-16T12:00:00Z.',
    ])
  if (config.databaseUrl !== null)
    throw new CommandFailure('failed', [
      'An archive is restored as the embedded database: leave DATABASE_URL unset. To go on with a server of yours, ' +
        'make a backup of the restored one and restore that there.',
      'Um arquivamento é restaurado como o banco de dados embutido: deixe DATABASE_URL sem valor. Para seguir com um ' +
        'servidor seu, faça uma cópia de segurança do banco restaurado e restaure-a lá.',
    ])
  const plan = {
    from,
    to,
    dataDir: dataDirOf(config),
    osUser: config.databaseOsUser ?? undefined,
    say: (line: string) => terminal.sayError(faultIn(line)),
  }
  const found = await recover(plan, (owner) => withClient(owner, (client) => lookAt(client, config)))
  const isArchiveKept = config.backupDir !== null && resolve(config.backupDir) === from
  terminal.say(report(plan.dataDir, found, isArchiveKept ? from : null), found)
}

interface Restored {
  /** The time of the last change in it. */
  last_change_at: string | null
  key_fits: boolean
}

const selectLast = statement<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at')

async function lookAt(client: pg.Client, config: Config): Promise<Restored> {
  const { at } = onlyRow(await selectLast(client))
  const key = config.secretKey ?? readSecretKey(dataDirOf(config))
  const fits = await secretKeyFits(client, key && makeSecretBox(key))
  return { last_change_at: at && isoTimestamp(at), key_fits: fits !== false }
}

/** `archive` is BACKUP_DIR, if the database was restored from there. */
function report(dataDir: string, { last_change_at, key_fits }: Restored, archive: string | null): Phrase {
  const lines: Phrase[] = [
    [
      `The database is in ${dataDir}, as it was after its last change at ${last_change_at ?? 'the base backup'}.`,
      `O banco de dados está em ${dataDir}, como ficou depois da última alteração, em ${last_change_at ?? 'sua cópia base'}.`,
    ],
  ]
  if (!key_fits)
    lines.push([
      'An archive does not hold the secret key. Before you start the service, put that of the installation into\n' +
        `${secretKeyFile(dataDir)}, or set SECRET_KEY: without it encrypted values cannot be read.`,
      'Um arquivamento não contém a chave secreta. Antes de iniciar o serviço, ponha a da instalação em\n' +
        `${secretKeyFile(dataDir)} ou defina SECRET_KEY: sem ela, os valores criptografados não podem ser lidos.`,
    ])
  if (archive !== null)
    lines.push([
      'An archive holds one history. Before you start the service, set BACKUP_DIR to an empty folder:\n' +
        `${archive} keeps the database as it was before this restore.`,
      'Um arquivamento guarda uma única história. Antes de iniciar o serviço, defina BACKUP_DIR com uma pasta vazia:\n' +
        `${archive} mantém o banco de dados como era antes desta restauração.`,
    ])
  return joined([...lines, NOTHING_TWICE])
}
