// `doctor`: checks the installation without changing it, and reports problems with their solutions.

import type { Phrase, ReaderLanguage } from '../../../contract/phrases/phrase.ts'
import {
  clockOfDatabase,
  type Finding,
  ok,
  problem,
  READINESS_CHECKS,
  warning,
} from '../../features/readiness/readiness.ts'
import { withClient } from '../../kernel/db/db.ts'
import { isReadOnly } from '../../kernel/db/errors.ts'
import { ConfigError } from '../../kernel/process/settings.ts'
import { type Config, readConfig, SETTINGS } from '../boot/config.ts'
import { dataDirOf, hasDatabase, type OpenDatabase, openDatabase } from '../boot/database.ts'
import { CANNOT_LOOK, DOUBT_CHECK, ROLE_CHECK, RUNNING_CHECKS } from '../checks/checks.ts'
import { DATA_CHECKS } from './checks/data-checks.ts'
import {
  ARCHIVE_CHECK,
  type DoctorCheck,
  INSTALLATION_CHECKS,
  MIGRATIONS_CHECK,
  SECRET_KEY_CHECK,
} from './checks/installation-checks.ts'
import { findingIn, NAMES, STATES } from './phrases/findings.ts'
import { type Terminal, textIn } from './terminal.ts'

/** Checks that work on a database without tables. */
const FIRST_CHECKS: readonly DoctorCheck[] = [...INSTALLATION_CHECKS, ARCHIVE_CHECK, ROLE_CHECK]

/** The checks that read tables; features add theirs here. */
const TABLE_CHECKS: readonly DoctorCheck[] = [
  SECRET_KEY_CHECK,
  ...RUNNING_CHECKS,
  DOUBT_CHECK,
  ...DATA_CHECKS,
  ...goingLive(),
]

/** Only production needs these. The clock was checked before. */
function goingLive(): DoctorCheck[] {
  return READINESS_CHECKS.filter(({ name }) => name !== 'clock').map(({ name, run }) => ({
    name,
    run: async (context) => (context.config.environment === 'production' ? run(context) : null),
  }))
}

type Report = (name: string, finding: Finding) => void

export async function doctor(terminal: Terminal): Promise<void> {
  const report: Report = (name, finding) => {
    const text: Phrase = [written('en', name, finding), written('pt-BR', name, finding)]
    terminal.say(text, { name, ...finding })
    if (finding.state === 'problem') terminal.endWith(1)
  }
  const config = checkSettings(terminal, report)
  if (config === null) return
  if (!hasDatabase(config)) {
    return report('database', warning(`there is none in ${dataDirOf(config)} yet`, 'Start the service once.'))
  }
  try {
    const database = await openDatabase(config, () => {}, { share: true })
    await examine(config, database, report).finally(database.close)
  } catch (error) {
    report('database', problem((error as Error).message, 'Start it, or set DATABASE_URL to where it is.'))
  }
}

function checkSettings(terminal: Terminal, report: Report): Config | null {
  try {
    const config = readConfig(terminal.settings())
    report('settings', ok(`all ${Object.keys(SETTINGS).length} are valid`))
    return config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    report('settings', problem(error.message, 'Correct them in the environment or in the file .env.'))
    return null
  }
}

async function examine(config: Config, database: OpenDatabase, report: Report): Promise<void> {
  await withClient(database.connection, async (client) => {
    const takesChanges = !(await isReadOnly(client))
    await client.query('set default_transaction_read_only = on; set statement_timeout = 0')
    const { clock: wall } = await clockOfDatabase(client)
    const context = { config, client, alone: database.alone, wall, takesChanges }
    await runChecks(FIRST_CHECKS, context, report)
    const tablesAreThere = await runChecks([MIGRATIONS_CHECK], context, report)
    if (tablesAreThere) await runChecks(TABLE_CHECKS, context, report)
    else report('the rest', warning('was not looked at', 'Ask again when the database is migrated.'))
  })
}

/** True if no check found a problem. */
async function runChecks(
  checks: readonly DoctorCheck[],
  context: Parameters<DoctorCheck['run']>[0],
  report: Report,
): Promise<boolean> {
  let sound = true
  for (const { name, run } of checks) {
    const finding = await run(context).catch((error: Error) => problem(error.message, CANNOT_LOOK))
    if (finding === null) continue
    report(name, finding)
    sound &&= finding.state !== 'problem'
  }
  return sound
}

const CHECKED = [...FIRST_CHECKS, MIGRATIONS_CHECK, ...TABLE_CHECKS].map(({ name }) => name)

const widthOf = (language: ReaderLanguage, phrases: readonly Phrase[]) =>
  Math.max(...phrases.map((phrase) => textIn(language, phrase).length))

function written(language: ReaderLanguage, name: string, { state, text, advice }: Finding): string {
  const stateWidth = widthOf(language, Object.values(STATES))
  const nameWidth = widthOf(language, CHECKED.map(nameOf))
  const margin = ' '.repeat(stateWidth + nameWidth + 4)
  const inOne = (english: string) => textIn(language, findingIn(english)).replaceAll('\n', `\n${margin}`)
  const head = [
    textIn(language, STATES[state]).padEnd(stateWidth),
    textIn(language, nameOf(name)).padEnd(nameWidth),
  ]
  const first = [...head, inOne(text)].join('  ')
  return advice === undefined ? first : `${first}\n${margin}${inOne(advice)}`
}

const nameOf = (name: string): Phrase => [name, NAMES[name] ?? name]
