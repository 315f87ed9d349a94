// Completes the OpenAPI document with what schemas alone do not say, such as bodies that the code reads by hand.
import { ERROR_TITLE, ErrorBody } from '../../../contract/common.ts'
import { IDEMPOTENCY_KEY_CHARACTERS_MAX, WAIT_SECONDS_MAX } from '../../../contract/limits.ts'
import { isChange, type Operations } from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'

interface Schema {
  title?: string
  type?: string
  format?: string
  'x-optional'?: boolean
  'x-described'?: Schema
  $ref?: string
}
type Content = Record<string, { schema: Schema }>

interface Described {
  operationId?: string
  parameters?: object[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { content?: Content }>
}

interface Document {
  paths?: Record<string, Record<string, Described>>
  components?: { schemas?: Record<string, unknown> }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: IDEMPOTENCY_KEY_CHARACTERS_MAX },
  description:
    'The same request with the same key is done once and answered with the same bytes for 24 hours',
}

const ACCEPT_LANGUAGE = {
  name: 'Accept-Language',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: 'Names of places in English, or in Portuguese where it likes that best, such as pt-BR',
}

const PREFER = {
  name: 'Prefer',
  in: 'header',
  required: false,
  schema: { type: 'string', examples: ['wait=10'] },
  description:
    `\`wait=N\` (RFC 7240): the answer waits for the tickets, up to N seconds and ${WAIT_SECONDS_MAX} at most, and ` +
    'says so with `Preference-Applied`',
}

export function publicDocument(document: Document): Document {
  for (const operations of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(operations)) {
      const headers = headersOf(operation)
      if (headers.length > 0) operation.parameters = [...(operation.parameters ?? []), ...headers]
      describeBody(operation)
      describeFile(operation)
      shareErrors(operation)
    }
  }
  return {
    ...document,
    components: { ...document.components, schemas: { ...document.components?.schemas, Error: ErrorBody } },
  }
}

/** What a request may carry besides. */
function headersOf({ operationId = '' }: Described): object[] {
  const known: Operations = OPERATIONS
  const operation = known[operationId]
  if (operation === undefined) return []
  return [
    ...(isChange(operation) ? [IDEMPOTENCY_KEY] : []),
    ...(operation.waits ? [PREFER] : []),
    ...(operation.inLanguages ? [ACCEPT_LANGUAGE] : []),
  ]
}

/** Some bodies accept any object, as the contract has its own error texts for them; here their real shape is shown. */
function describeBody({ requestBody }: Described): void {
  if (requestBody === undefined) return
  for (const media of Object.values(requestBody.content)) {
    const { 'x-optional': isOptional, 'x-described': described, ...schema } = media.schema
    if (isOptional) requestBody.required = false
    media.schema = described ?? schema
  }
}

/** A body that is a file has no schema of its own. */
function describeFile(described: Described): void {
  const known: Operations = OPERATIONS
  const types = known[described.operationId ?? '']?.takes
  if (types === undefined) return
  const content = Object.fromEntries(
    types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
  )
  described.requestBody = { required: true, content }
}

/** One shape for all errors, named once instead of written out for each. */
function shareErrors({ responses }: Described): void {
  for (const { content } of Object.values(responses)) {
    for (const media of Object.values(content ?? {})) {
      if (media.schema.title === ERROR_TITLE) media.schema = { $ref: '#/components/schemas/Error' }
    }
  }
}
