// The generated tables of the documents: columns and current rows.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { ERROR_FAMILIES } from '../../contract/errors/families.ts'
import { ERRORS } from '../../contract/errors.ts'
import { EVENTS } from '../../contract/events.ts'
import type { McpTool } from '../../contract/mcp-tools.ts'
import { MCP_TOOLS } from '../../contract/mcp-tools.ts'
import { PERMISSIONS } from '../../contract/permissions.ts'
import { GRANTS, KEY_ROLES, ROLE_MEANINGS, ROLE_PERMISSIONS } from '../../contract/roles.ts'
import { DELIVERY_STATUSES } from '../../contract/webhooks.ts'
import { signTestRequest } from '../../sdk/src/webhooks/sign-test-request.ts'
import { REFUSAL_REASONS } from '../../sdk/src/webhooks/verify-webhook.ts'
import { RESERVED_FAMILIES, RESERVED_ROUTES } from '../../server/adapters/flights/simulated/reserved.ts'
import { SETTINGS } from '../../server/app/boot/config.ts'
import { COMMANDS } from '../../server/app/cli/commands.ts'
import { EXIT_CODES } from '../../server/app/cli/failures.ts'
import { JOB_HANDLERS } from '../../server/app/worker/job-types.ts'
import { READINESS_CHECKS } from '../../server/features/readiness/readiness.ts'
import { RETRY_WAITS_MS } from '../../server/features/webhooks/rules.ts'
import { sampleMails } from '../../test/support/samples/sample-mails.ts'

export interface Table {
  readonly document: string
  /** Identifies the table in the marker before it. */
  readonly name: string
  readonly head: readonly string[]
  /** The first cell identifies the row. Further columns are written by hand and kept. */
  readonly rows: readonly (readonly string[])[]
}

const file = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const code = (text: string) => `\`${text}\``
const upper = (letter: string) => letter.toUpperCase()

const packagesOf = (group: string) => Object.keys(JSON.parse(file('package.json'))[group])
/** All packages of types share a row. */
const packageRow = (name: string) => (name.startsWith('@types/') ? '@types/*' : name)

export const TABLES: readonly Table[] = [
  {
    document: 'docs/settings.md',
    name: 'settings',
    head: ['Name', 'Default', 'Meaning'],
    rows: Object.values(SETTINGS).map(({ name, fallback, meaning }) => [
      code(name),
      fallback === null ? '—' : code(fallback),
      meaning,
    ]),
  },
  {
    document: 'docs/errors.md',
    name: 'errors',
    head: ['Code', 'Status', 'Type', 'Text', 'What to do', 'In Portuguese'],
    rows: Object.entries(ERRORS).map(([name, { status, type, text, advice, pt }]) => [
      code(name),
      String(status),
      code(type),
      text,
      advice,
      pt,
    ]),
  },
  {
    document: 'docs/events.md',
    name: 'events',
    head: ['Type', 'Meaning', code('data.object'), 'Emitted when'],
    rows: Object.entries(EVENTS).map(([type, { meaning, object }]) => [
      code(type),
      meaning,
      object.replaceAll('_', ' ').replace('api', 'API'),
    ]),
  },
  {
    document: 'docs/commands.md',
    name: 'commands',
    head: ['Command', 'What it does'],
    rows: COMMANDS.map(({ usage, meaning }) => [code(usage[0]), meaning[0]]),
  },
  {
    document: 'docs/commands.md',
    name: 'exit codes',
    head: ['`why`', 'Exit code', 'Meaning'],
    rows: Object.entries(EXIT_CODES).map(([why, exitCode]) => [code(why), String(exitCode)]),
  },
  {
    document: 'docs/permissions.md',
    name: 'roles',
    head: ['Role', 'What it is for'],
    rows: KEY_ROLES.map((role) => [code(role), ROLE_MEANINGS[role]]),
  },
  {
    document: 'docs/permissions.md',
    name: 'permissions',
    head: ['Permission', 'What it allows', ...KEY_ROLES],
    rows: PERMISSIONS.map((permission) => [
      code(permission),
      GRANTS[permission].meaning,
      ...KEY_ROLES.map((role) => (ROLE_PERMISSIONS[role].includes(permission) ? 'x' : '')),
    ]),
  },
  ...['dependencies', 'devDependencies', 'optionalDependencies'].map((group) => ({
    document: 'docs/internals/dependencies.md',
    name: group,
    head: ['Package', 'Why it is here', 'Considered instead'],
    rows: [...new Set(packagesOf(group).map(packageRow))].map((name) => [code(name)]),
  })),
  {
    document: 'docs/agents.md',
    name: 'tools',
    head: ['Tool', 'Operation', 'Steps', 'What it is for'],
    rows: Object.entries<McpTool>(MCP_TOOLS).map(([name, { operation, title, needsConfirmation }]) => [
      code(name),
      code(operation),
      needsConfirmation ? '2' : '1',
      title,
    ]),
  },
  {
    document: 'docs/internals/jobs.md',
    name: 'job types',
    head: ['Job type', 'What it does', 'Tried again'],
    rows: [...JOB_HANDLERS.keys()].map((type) => [code(type)]),
  },
  {
    document: 'docs/mails.md',
    name: 'mails',
    head: ['Mail', 'To', 'When'],
    rows: [...sampleMails('en').keys()].map((name) => [code(name)]),
  },
  {
    document: 'docs/test-mode.md',
    name: 'routes',
    head: ['Route', 'What a search finds'],
    rows: RESERVED_ROUTES.map(({ airports, meaning }) => [airports.join(' – '), meaning]),
  },
  {
    document: 'docs/test-mode.md',
    name: 'fare families',
    head: ['Family', 'What happens'],
    rows: RESERVED_FAMILIES.map(({ name, meaning }) => [code(name), meaning]),
  },
  {
    document: 'docs/sdk.md',
    name: 'error classes',
    head: ['Class', 'Meaning'],
    rows: Object.entries(ERROR_FAMILIES).map(([name, { meaning }]) => [code(name), meaning]),
  },
  {
    document: 'docs/webhooks.md',
    name: 'headers',
    head: ['Header', 'Meaning'],
    rows: Object.keys((await signTestRequest({ secret: 'whsec_c2VjcmV0' })).headers)
      .filter((name) => name !== 'user-agent')
      .map((name) => [code(name.startsWith('webhook-') ? name : name.replaceAll(/\b[a-z]/g, upper))]),
  },
  {
    document: 'docs/webhooks.md',
    name: 'refusal reasons',
    head: ['Reason', 'What it means', 'What to look at'],
    rows: REFUSAL_REASONS.map((reason) => [code(reason)]),
  },
  {
    document: 'docs/webhooks.md',
    name: 'retries',
    head: ['Attempt', 'Wait after the previous attempt', 'Seconds after the event'],
    rows: RETRY_WAITS_MS.map((wait, index) => [
      String(index + 1),
      waitText(wait / 60_000),
      String(RETRY_WAITS_MS.slice(0, index + 1).reduce((sum, ms) => sum + ms, 0) / 1000),
    ]),
  },
  {
    document: 'docs/webhooks.md',
    name: 'delivery statuses',
    head: ['Status', 'Meaning'],
    rows: DELIVERY_STATUSES.map((status) => [code(status)]),
  },
  {
    document: 'docs/going-live.md',
    name: 'checks',
    head: ['Check', 'Who learns of it', 'What it asks for'],
    rows: [
      ...READINESS_CHECKS.map(({ name, isForTeams }) => [code(name), isForTeams ? 'teams' : 'operators']),
      [code('invoice bank'), 'the team that asks'],
    ],
  },
  {
    document: 'docs/alerts.md',
    name: 'alerts',
    head: ['Alert', 'Severity', 'What to do'],
    rows: parse(file('deploy/prometheus-alerts.yaml')).groups.flatMap(
      ({ rules }: { rules: { alert: string; labels: { severity: string } }[] }) =>
        rules.map(({ alert, labels }) => [code(alert), labels.severity]),
    ),
  },
]

function waitText(minutes: number): string {
  if (minutes === 0) return 'immediate'
  return minutes < 60 ? `${minutes} minutes` : `${minutes / 60} hours`
}
