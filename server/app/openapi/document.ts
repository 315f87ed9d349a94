// The OpenAPI 3.1 document of the API, made from the table of operations: for readers, and for generators of clients.
import { ErrorBody } from '../../../contract/common.ts'
import type { Operation } from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import { TypeOfEvent } from '../../../contract/stored-events.ts'
import { VERSION } from '../../kernel/process/version.ts'
import { describeOperation } from './describe-operation.ts'
import { eventWebhooks } from './event-webhooks.ts'
import { type Example, examplesOn } from './examples.ts'
import { makeFailureWriter } from './failures.ts'
import { HEADERS, PARAMETERS } from './headers.ts'
import { permissionText } from './permission-text.ts'
import { makeSchemaWriter } from './schema-writer.ts'
import { TAGS } from './tags.ts'

export interface DocumentSettings {
  /** Where the API is reached; `/` where nobody said. */
  readonly url: string
  /** Of the cookie of a session. */
  readonly cookieName: string
  /** Examples are about the days after this. */
  readonly now: Date
}

const DESCRIPTION = `Flights, bookings, wallet, webhooks and invoicing for travel agencies.

Every request carries \`Authorization: Bearer <API key>\`. Test keys (\`sk_test_\`) work on a sandbox of their own.
Writes may carry an \`Idempotency-Key\`: the same request with the same key is done once and answered twice.`

const SESSION = `Of people who are signed in to the panel. \`Embarque-Team\` says for which team, \`Embarque-Mode\` in
which mode; both are headers, and what changes something must name the mode.`

export function openApiDocument({ url, cookieName, now }: DocumentSettings) {
  const writer = makeSchemaWriter()
  // Texts to the code, closed lists to its readers.
  writer.call(ErrorBody.properties.code, 'ErrorCode')
  writer.call(TypeOfEvent, 'EventType')
  const failures = makeFailureWriter(writer)
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
      contact: { name: 'Whoever runs this installation', ...(URL.canParse(url) && { url }) },
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

/** Of all that is documented, in the order of the table, which keeps together what belongs together. */
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
