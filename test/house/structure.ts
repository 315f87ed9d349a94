// Checks what may import what: layers, features among each other, the panel, and packages.
import { posix } from 'node:path'
import { type Files, isTestCode, lineAt, withoutComments } from './project-files.ts'

/** A layer imports from itself and from those before it. `main.ts`, where the process begins, imports from all. */
export const LAYERS: readonly string[] = [
  'contract',
  'kernel',
  'render',
  'adapters',
  'features',
  'app',
  'main.ts',
]

/** Every feature may import these, and those files of `features/` that belong to none. */
export const SHARED: Readonly<Record<string, string>> = {
  teams: 'who calls, for which team, with which profile',
  clients: 'nearly everything is sold to a client',
  events: 'every change is an event',
  notifications: 'every feature writes its own mails, which are queued and sent here',
}

/** What else a feature imports from another, and why. */
export const FEATURE_IMPORTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bookings: {
    flights: 'a booking is made from an offer',
    news: 'the agency is mailed about failed bookings',
    notes: 'bookings have notes, and are listed by their tags',
    payments: 'a live team without a bank cannot sell',
    trips: 'a booking joins a trip, whose item follows it',
    wallet: 'a booking is paid from the wallet',
  },
  clients: {
    flights: 'rules of pricing for a duplicate become rules for the client that remains',
    notes: 'clients are listed by their tags',
  },
  'client-accounts': {
    'client-credit': 'what the agency keeps for a client is part of the account',
    documents: 'the statement of an account is a document',
  },
  'credit-notes': {
    'client-credit': 'what was paid and is no longer owed may become credit',
    documents: 'a credit note is a document',
    invoices: 'a credit note changes its invoice',
    trips: 'a credit note frees what the invoice holds of items of trips',
  },
  documents: {
    trips: 'items of documents may bill items of trips',
  },
  invoices: {
    documents: 'an invoice is a document of items',
    mandates: 'a change of an invoice is looked at by its mandate',
    bookings: 'what is open of a booking is invoiced',
    'client-credit': "the client's credit pays invoices",
    news: 'the agency is mailed about payments',
    payments: 'an invoice is paid by charges of a bank',
    quotes: 'a quote shows that its invoice was deleted',
    'recurring-invoices': 'an invoice knows the recurring invoice that created it',
    trips: 'an invoice bills items of trips',
  },
  mandates: {
    documents: 'payers see the number of the invoice',
    invoices: 'a mandate pays invoices',
    news: 'the agency is mailed about mandates that end and debits that fail',
    payments: 'a debit is a charge of a bank',
    'recurring-invoices': 'a mandate is of a recurring invoice',
  },
  news: {
    bookings: 'news name the booking',
    documents: 'news have the words of documents, and name their numbers',
    invoices: 'news name the invoice',
  },
  notifications: {
    people: 'mails go to people of the team, and links in them are of people',
  },
  payments: {
    mandates: 'a bank reports mandates at the same address, and is left with its mandates',
  },
  privacy: {
    mandates: 'a person is erased from mandates',
    bookings: 'travellers are erased from bookings',
    'credit-notes': 'a person is erased from credit notes',
    invoices: 'a person is erased from invoices',
    news: 'a person is erased from news',
    notes: 'notes on a person are deleted',
    payments: 'a payer is erased from charges',
    quotes: 'a person is erased from quotes',
    trips: 'a person is erased from trips',
    'recurring-invoices': 'a client with an active recurring invoice is not erased',
    warnings: 'a person is erased from daily mails',
    webhooks: 'a person is erased from deliveries',
  },
  quotes: {
    documents: 'a quote is a document of items',
    flights: 'cities of a trip are named in the language of its reader',
    invoices: 'an accepted quote becomes an invoice',
    news: 'the agency is mailed about responses',
    trips: 'an accepted quote becomes a trip',
  },
  readiness: {
    invoices: 'a test message is the text of an invoice',
    payments: 'a team that is ready has a bank',
  },
  'recurring-invoices': {
    documents: 'items and totals are those of documents',
    mandates: 'its invoices are debited by a mandate',
    invoices: 'a recurring invoice creates invoices',
    payments: 'its invoices are charged by a bank',
  },
  reports: {
    bookings: 'sales and departures are bookings',
    wallet: 'deadlines are compared with the balance',
  },
  sandbox: {
    mandates: 'the payer of a mandate is played',
    bookings: 'a sample of a booking',
    invoices: 'test payments of invoices, and samples',
    payments: 'a charge of the simulated bank is paid',
    quotes: 'a sample of a quote',
    'recurring-invoices': 'a sample of a recurring invoice',
    wallet: 'test payments of recharges, and the test balance',
    webhooks: 'a sample is sent to a webhook',
  },
  search: {
    bookings: 'bookings are found',
    documents: 'invoices and quotes are found by their numbers',
    invoices: 'invoices and quotes are found',
    trips: 'trips are found',
  },
  trips: {
    flights: 'airports have zones, and cities names in the language of the agency',
    notes: 'trips have notes, and are listed by their tags',
    people: 'a person of the team sold a trip',
  },
  'trip-documents': {
    bookings: 'travellers see what the carrier changed',
    documents: 'turns and words that all documents share',
    flights: 'cities and time zones of flights',
    trips: 'the documents of a trip',
  },
  warnings: {
    bookings: 'passports that passengers showed',
    trips: 'warnings are about trips',
  },
  wallet: {
    news: 'the agency is mailed about returned payments',
    payments: 'a recharge is paid by a charge of a bank',
  },
}

/** The order of the panel; `build` creates it and is no part of it. */
export const PANEL_LAYERS: readonly string[] = 'words < logic < api < parts < frame < screens < main'.split(
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
    if (layerOf(path) === -1) return [`${path}: its folder is not in the list of layers`]
    return importsOf(text).flatMap(({ specifier, line }) => {
      const fault =
        specifier === null
          ? isTestCode(path)
            ? null
            : 'imports something that is not a plain string'
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
    // Not those in text that the panel's build generates.
    /\bimport\s*\((?!'\$)\s*(?:(?:'([^']*)'|"([^"]*)")\s*[,)])?/g,
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

/** -1 for a folder that the list does not know; sdk and panel import from the contract alone. */
function layerOf(path: string): number {
  const [area, name = ''] = path.split('/')
  if (area === 'sdk' || area === 'panel' || area === 'contract') return 0
  return LAYERS.indexOf(name)
}

function faultOfImport(path: string, specifier: string, files: Files, packages: Packages): string | null {
  if (specifier.startsWith('node:')) return null
  if (!specifier.startsWith('.')) return faultOfPackage(path, specifier, packages)
  const target = targetOf(path, specifier)
  if (!files.has(target)) return `${specifier} leads to no file`
  const area = path.split('/')[0]!
  // Tests start the whole service, whatever they test.
  if (isTestCode(path)) return null
  if (isTestCode(target)) return `uses test code (${target})`
  if (area === 'sdk' || area === 'panel') {
    if (!target.startsWith(`${area}/`) && !target.startsWith('contract/'))
      return `${area} stands on the contract alone, not on ${target}`
    return area === 'panel' ? faultInPanel(path, target) : null
  }
  if (!/^(?:contract|server)\//.test(target)) return `${target} is no part of the service`
  if (layerOf(target) > layerOf(path)) return `${target} is in a higher layer`
  return faultBetweenFeatures(path, target)
}

function faultBetweenFeatures(path: string, target: string): string | null {
  const [from, to] = [featureOf(path), featureOf(target)]
  if (from === null || to === null || from === to || to in SHARED) return null
  return to in (FEATURE_IMPORTS[from] ?? {}) ? null : `${from} imports ${to}, which is not in the list`
}

/** Null outside of features, and for files of `features/` that belong to none. */
export function featureOf(path: string): string | null {
  return /^server\/features\/([^/]+)\//.exec(path)?.[1] ?? null
}

/** Screens do not know each other: what two of them need is a part. */
function faultInPanel(path: string, target: string): string | null {
  const [, layer = '', folder] = path.split('/')
  const [area, below = '', other] = target.split('/')
  const [from, to] = [PANEL_LAYERS.indexOf(layer), PANEL_LAYERS.indexOf(below)]
  if (area === 'contract' || from === -1 || to === -1) return null
  if (to > from) return `${target} is in a higher layer`
  return layer === 'screens' && below === 'screens' && folder !== other ? `${target} is another screen` : null
}

function faultOfPackage(path: string, specifier: string, packages: Packages): string | null {
  // What the panel's build makes of packages and of the contract.
  if (path.startsWith('panel/') && /^(?:icon|schema|contract|guide|screens):/.test(specifier)) return null
  const name = /^(?:@[\w.-]+\/)?[\w.-]+/.exec(specifier)?.[0]
  if (name === undefined) return `${specifier} leads to no file`
  const { dependencies, devDependencies } = packages
  if (isTestCode(path)) {
    return name in dependencies || name in devDependencies ? null : `${name} is not in package.json`
  }
  // Its packages are part of what is built, and not installed in production.
  if (path.startsWith('panel/') && name in devDependencies) return null
  if (!(name in dependencies)) return `${name} is not among the dependencies in package.json`
  if (path.startsWith('contract/') && name !== 'typebox') return `the contract may use typebox, not ${name}`
  if (name === 'pg' && !Object.keys(PG_USERS).some((user) => path.startsWith(user))) {
    return 'only a few files talk to pg itself; take a Queryable'
  }
  return null
}

/** Time comes to a rule as a value, never as something to ask. */
const CLOCK = 'server/kernel/process/clock.ts'

/** One sentence for each way from the rules and states of a feature to something impure. */
export function impuritiesOf(files: Files): string[] {
  const rules = [...files.keys()].filter((path) =>
    /^server\/features\/.*\/(?:[\w-]*states|rules)\.ts$/.test(path),
  )
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
