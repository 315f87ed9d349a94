// Checks that a file imports only from its own floor or a lower one: the order is total, so there are no circles.
import { posix } from 'node:path'
import { type Files, isTestCode, lineAt, withoutComments } from './project-files.ts'

/** THE order of the house. `world` and `main` are single files of server/. */
export const FLOORS: readonly string[] = (
  'contract < base < outbox < rules < paper < outside < world < events < audit < teams < people < ' +
  'notes < clients < payments < flights < wallet < bookings < invoicing < notices < webhooks < ' +
  'privacy < search < readiness < worker < checks < http < service < cli < main'
).split(' < ')

/** THE order of the panel; `build` makes it and is no part of it. */
export const PANEL_FLOORS: readonly string[] = 'words < kit < api < parts < frame < screens < main'.split(
  ' < ',
)

/** Who may talk to PostgreSQL's driver itself; everybody else is handed a Queryable. */
export const PG_USERS: Readonly<Record<string, string>> = {
  'server/kernel/db/db.ts': 'makes the pool and the single sessions',
  'server/kernel/db/team-cap.ts': "caps what one team holds of the pool's sessions",
  'server/kernel/db/committed.ts': 'runs a transaction on one of them, with begin and commit sent along',
  'server/kernel/db/replication.ts': "hears what is noted on the pool's sessions",
  'server/kernel/db/archive/base-backups.ts': 'keeps one session while it copies',
  'server/app/cli/backup/restore-archive.ts': 'looks into what was restored',
  'server/app/boot/migrate.ts': 'runs on one session of its own',
  'server/kernel/db/signals.ts': 'listens on one session of its own',
  'server/kernel/db/embedded-postgres/': 'starts the server before there is a pool',
  'server/app/cli/backup/backup.ts': 'copies out of one snapshot, so on one session',
  'server/app/cli/backup/database.ts': 'the session of backup and restore',
  'server/app/checks/check.ts': "names the doctor's session",
}

export interface Packages {
  dependencies: Readonly<Record<string, string>>
  devDependencies: Readonly<Record<string, string>>
}

interface Import {
  specifier: string | null
  line: number
}

/** One sentence for each broken rule; the files must be all that the imports may lead to. */
export function faultsOf(files: Files, packages: Packages): string[] {
  const code = [...files].filter(([path]) => /^(?:contract|server|sdk|panel)\/.*\.tsx?$/.test(path))
  if (code.length === 0) return ['no files were seen']
  return code.flatMap(([path, text]) => {
    const floor = floorOf(path)
    if (floor === -1) return [`${path}: its folder is not in the list of floors`]
    return importsOf(text).flatMap(({ specifier, line }) => {
      const fault =
        specifier === null
          ? 'imports something that is not a plain string'
          : faultOfImport(path, specifier, files, packages)
      return fault === null ? [] : [`${path}:${line}: ${fault}`]
    })
  })
}

/** Everything that a text imports: statically, as a type, for its effects, or while running. */
export function importsOf(text: string): Import[] {
  const code = withoutComments(text)
  const patterns = [
    /^(?:import|export)\b[\s\w$*,{}]*?\bfrom\s*(?:'([^'$]*)'|"([^"]*)")/gm,
    /^import\s*(?:'([^']*)'|"([^"]*)")/gm,
    /\bimport\s*\(\s*(?:(?:'([^']*)'|"([^"]*)")\s*[,)])?/g,
    /\b(?:createRequire|require)\s*\(/g,
  ]
  return patterns.flatMap((pattern) =>
    [...code.matchAll(pattern)].map((found) => ({
      specifier: found[1] ?? found[2] ?? null,
      line: lineAt(code, found.index),
    })),
  )
}

/** The file that a relative import leads to. */
function targetOf(path: string, specifier: string): string {
  return posix.join(posix.dirname(path), specifier)
}

/** -1 for a folder that the list does not know; sdk and panel stand on the contract alone. */
function floorOf(path: string): number {
  const [area, name = ''] = path.split('/')
  if (area === 'sdk' || area === 'panel') return 0
  return FLOORS.indexOf(area === 'contract' ? area : name.replace(/\.ts$/, ''))
}

function faultOfImport(path: string, specifier: string, files: Files, packages: Packages): string | null {
  if (specifier.startsWith('node:')) return null
  if (!specifier.startsWith('.')) return faultOfPackage(path, specifier, packages)
  const target = targetOf(path, specifier)
  if (!files.has(target)) return `${specifier} leads to no file`
  const area = path.split('/')[0]!
  if (isTestCode(target)) return isTestCode(path) ? null : `uses test code (${target})`
  if (area === 'sdk' || area === 'panel') {
    if (!target.startsWith(`${area}/`) && !target.startsWith('contract/'))
      return `${area} stands on the contract alone, not on ${target}`
    return area === 'panel' ? faultInPanel(path, target) : null
  }
  if (!/^(?:contract|server)\//.test(target)) return `${target} is no part of the service`
  return floorOf(target) <= floorOf(path) ? null : `${target} is on a higher floor`
}

/** Screens do not know each other: what two of them need is a part. */
function faultInPanel(path: string, target: string): string | null {
  const [, floor = '', folder] = path.split('/')
  const [area, below = '', other] = target.split('/')
  const [from, to] = [PANEL_FLOORS.indexOf(floor), PANEL_FLOORS.indexOf(below)]
  if (area === 'contract' || from === -1 || to === -1) return null
  if (to > from) return `${target} is on a higher floor`
  return floor === 'screens' && below === 'screens' && folder !== other ? `${target} is another screen` : null
}

function faultOfPackage(path: string, specifier: string, packages: Packages): string | null {
  // What the panel's build makes of packages and of the contract.
  if (path.startsWith('panel/') && /^(?:icon|schema|contract):/.test(specifier)) return null
  const name = /^(?:@[\w.-]+\/)?[\w.-]+/.exec(specifier)?.[0]
  if (name === undefined) return `${specifier} leads to no file`
  const { dependencies, devDependencies } = packages
  if (isTestCode(path)) {
    return name in dependencies || name in devDependencies ? null : `${name} is not in package.json`
  }
  if (!(name in dependencies)) return `${name} is not among the dependencies in package.json`
  if (path.startsWith('contract/') && name !== 'typebox') return `the contract may use typebox, not ${name}`
  if (name === 'pg' && !Object.keys(PG_USERS).some((user) => path.startsWith(user))) {
    return 'only a few files talk to pg itself; take a Queryable'
  }
  return null
}

/** Time comes to a rule as a value, never as something to ask. */
const CLOCK = 'server/kernel/process/clock.ts'

/** One sentence for each way from a rule to something impure. The contract is pure by its own rule. */
export function impuritiesOf(files: Files): string[] {
  const rules = [...files.keys()].filter((path) => path.startsWith('server/rules/') && !isTestCode(path))
  return rules.flatMap((rule) => impuritiesFrom(files, rule))
}

function impuritiesFrom(files: Files, rule: string): string[] {
  const faults: string[] = []
  const seen = new Set([rule])
  // A set grows while it is walked, so this visits all that can be reached.
  for (const path of seen) {
    for (const { specifier } of importsOf(files.get(path) ?? '')) {
      if (specifier === null) continue
      if (!specifier.startsWith('.')) {
        faults.push(`${rule} reaches ${specifier} through ${path}`)
        continue
      }
      const target = targetOf(path, specifier)
      if (target === CLOCK) faults.push(`${rule} reaches the clock through ${path}`)
      else if (!target.startsWith('contract/')) seen.add(target)
    }
  }
  return faults
}
