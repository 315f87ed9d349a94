// Builds the OpenAPI 3.1 document from the table of operations.

import { createHash } from 'node:crypto'
import { ErrorBody } from '../../../contract/common.ts'
import { TypeOfEvent } from '../../../contract/event-operations.ts'
import type { Operation } from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import { PERMISSIONS } from '../../../contract/permissions.ts'
import { GRANTS, KEY_ROLES, ROLE_MEANINGS, ROLE_PERMISSIONS } from '../../../contract/roles.ts'
import type { World } from '../../features/world.ts'
import { VERSION } from '../../kernel/process/project.ts'
import { cookieName } from '../http/session-authentication.ts'
import type { HttpConfig } from '../http/settings.ts'
import { type Example, eventWebhooks, examplesOn } from './examples.ts'
import { describeOperation, HEADERS, makeFailureWriter, PARAMETERS } from './operations.ts'
import { makeSchemaWriter } from './schema-writer.ts'

// Describes permissions and roles from their table.

/** In Markdown. */
function permissionText(): string {
  const roles = KEY_ROLES.map((role) => `- \`${role}\`: ${ROLE_MEANINGS[role]}.`)
  const permissions = PERMISSIONS.map((permission) => {
    const whose = KEY_ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(permission))
    return `- \`${permission}\`: ${GRANTS[permission].meaning} (${whose.join(', ')}).`
  })
  return ['Roles:', ...roles, '', 'Permissions, and which roles have them:', ...permissions].join('\n')
}

// The groups of the API, each with an introduction.

export const TAGS: Readonly<Record<string, string>> = {
  Service:
    'Whether the service is well, and who is calling. `GET /api/v1/me` is the first request to send with a new key: ' +
    'it determines the team, the mode and what the key may do.',
  Flights:
    'Searching flights, places and airlines. A search finds offers: trips at a price that can be booked until they ' +
    'expire. Each offer says what the carrier asks, what the agency adds, and what the client pays.',
  Bookings:
    'From an offer to a ticket. A hold reserves seats and is paid by confirming it before its deadline; an instant ' +
    'booking is paid and ticketed at once. Notes, tags and the history of a booking are here too.',
  Wallet:
    'The prepaid money that bookings are paid from: its balance, every line of its ledger, and recharges by Pix or ' +
    'boleto. The ledger is a chain that outsiders can verify.',
  Clients:
    'The people and companies an agency works for, with notes and tags. Bookings, invoices and quotes belong to a ' +
    'client. Erasing one removes the person wherever the law does not ask for a record.',
  Companions: 'Who travels with a client: family, friends and employees, ready as passengers of a booking.',
  Invoices:
    'What clients owe, and how they pay it: a page with Pix and boleto, payments that banks report or the agency ' +
    'records, fines for being late, refunds, and what is still open by age.',
  'Credit notes':
    'What is taken off invoices after they were sent: number, reason, page and PDF, and what becomes of money that was ' +
    'paid before.',
  Quotes:
    'What is offered to a client before there is an invoice: one or several options, accepted on a page.',
  Mandates: 'Permissions of clients to debit the invoices of a recurring invoice by Pix Automático.',
  'Recurring invoices': 'What makes an invoice for each of its due dates, monthly or in another rhythm.',
  'Payment providers': 'The bank accounts of an agency through which its clients pay invoices.',
  Reports:
    'Figures about what was sold, what clients owe, which holds must be paid soon, and who leaves next.',
  Webhooks:
    'Receivers that get events as they happen, signed, in order of attempts, and again until they respond. ' +
    'The log of deliveries says what each receiver answered, and can be sent again.',
  Events:
    'Everything that happened, numbered without gaps: as a list with a cursor, one by one, or as a stream.',
  Sandbox:
    'What test keys have besides: a clock that can be moved, a wallet that is set to any balance, payments that are ' +
    'made by a request, and sample events.',
  'API keys':
    'The keys of programs: each with a mode, permissions and perhaps an end. A secret is shown once.',
  Team: 'The agency itself: its profile, its logo and brand, its prices, and whether it is ready for real customers.',
  People: 'Who belongs to the team and in which role, and invitations to it.',
  Mails: 'Every mail and message that was sent for the team, as it was sent.',
  Disputes:
    'Card payments that their holders contest: what to send to the bank, until when, and how it ended.',
  Warnings: 'What to look at before a trip begins, and birthdays of clients.',
  Trips:
    'What an agency sells to a client for one journey: flights, lodging and everything else, with what each item costs, ' +
    'and what was invoiced and paid of it.',
  'Trip items':
    'Bookings, lodging, transfers and everything else in a trip, each with its money, and what of them can be invoiced.',
  'Trip documents': "The travellers' page, the itinerary, vouchers, and files that are attached to items.",
  Search: 'One search over bookings, clients, invoices, quotes, recurring invoices and trips.',
  Audit: 'Who did what to money, access, settings and records, and from where. It cannot be changed.',
  Sessions: 'How people sign in and out of the panel. Programs use keys instead.',
  'Second factors': 'Authenticator apps, passkeys and recovery codes of the person who is signed in.',
  Profile: 'The account of the person who is signed in.',
  Setup: 'The first start of an installation: the account of who owns it.',
  Installation: 'For the operator of the service: teams, jobs, held payments and findings.',
}

export interface DocumentSettings {
  /** The address of the API; `/` if unknown. */
  readonly url: string
  /** The name of the session cookie. */
  readonly cookieName: string
  /** Examples use dates after this. */
  readonly now: Date
}

const DESCRIPTION = `Flights, bookings, wallet, webhooks and invoicing for travel agencies.

Every request carries \`Authorization: Bearer <API key>\`. Test keys (\`sk_test_\`) work on a sandbox of their own.
Writes may carry an \`Idempotency-Key\`: the same request with the same key is done once and answered twice.`

const SESSION = `Of people who are signed in to the panel. \`Embarque-Team\` says for which team, \`Embarque-Mode\` in
which mode; both are headers, and what changes something must name the mode.`

/** The address of a new service, for examples of addresses. */
const USUAL_ADDRESS = 'http://127.0.0.1:3000'

export function openApiDocument({ url, cookieName, now }: DocumentSettings) {
  const writer = makeSchemaWriter()
  // Strings in the code, closed lists in the document.
  writer.call(ErrorBody.properties.code, 'ErrorCode')
  writer.call(TypeOfEvent, 'EventType')
  const failures = makeFailureWriter(writer, URL.canParse(url) ? url : USUAL_ADDRESS)
  const webhooks = eventWebhooks(writer, now)
  const paths = pathsOf((id, operation) => {
    const today = Temporal.PlainDate.from(now.toISOString().slice(0, 10))
    const examples: Readonly<Record<string, Example>> = examplesOn(today)
    return describeOperation(id, operation, { writer, failures, example: examples[id] })
  })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Embarque',
      version: VERSION,
      summary: 'A self-hosted backend for travel agencies',
      description: DESCRIPTION,
      contact: { name: 'The operator of this installation', ...(URL.canParse(url) && { url }) },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url, description: 'This installation' }],
    security: [{ apiKey: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: permissionText() },
        session: { type: 'apiKey', in: 'cookie', name: cookieName, description: SESSION },
      },
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: failures.components(),
      examples: failures.examples(),
      schemas: writer.components(),
    },
  }
}

/** The documented paths, in the order of the table. */
function pathsOf(
  describe: (id: string, operation: Operation) => object,
): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {}
  for (const [id, operation] of Object.entries<Operation>(OPERATIONS)) {
    if (operation.tag === undefined) continue
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(id, operation) }
  }
  return paths
}

// The OpenAPI document as bytes with its version: built at the first request and once a day, because its
// examples use future dates.

interface Written {
  day: string
  content: Buffer
  version: string
}

/** The document for this installation. */
function documentOf({ config, wall }: World<HttpConfig>): object {
  return openApiDocument({ url: config.publicUrl ?? '/', cookieName: cookieName(config), now: wall.now() })
}

export function writtenDocument(world: World<HttpConfig>): () => { content: Buffer; version: string } {
  let written: Written | undefined
  return () => {
    const day = world.wall.now().toISOString().slice(0, 10)
    if (written?.day !== day) {
      const content = Buffer.from(JSON.stringify(documentOf(world)))
      const version = `"${createHash('sha256').update(content).digest('base64url')}"`
      written = { day, content, version }
    }
    return written
  }
}
