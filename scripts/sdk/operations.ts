// Selects the operations of the SDK, and the fields it needs of each.
import { isChange, isForKeys, type Operation } from '../../contract/operation.ts'
import { OPERATIONS } from '../../contract/operations.ts'
import type { Schema } from '../../server/app/openapi/schema-writer.ts'
import { literal } from './write-types.ts'

export interface SdkOperation {
  readonly id: string
  readonly resource: string
  readonly method: string
  readonly operation: Operation
  readonly answer: 'data' | 'list' | 'bare' | 'file' | 'text' | 'stream'
  readonly input: 'body' | 'query' | 'file' | undefined
  readonly items: Items | undefined
}

/** Items of a response that is no ordinary list. */
interface Items {
  /** The field of the data that contains them; true if the data is the list. */
  readonly within: string | true
  readonly shape: Schema
}

export function sdkOperations(): SdkOperation[] {
  return Object.entries<Operation>(OPERATIONS)
    .filter(([, operation]) => isForKeys(operation))
    .map(([id, operation]) => {
      const [resource = '', method = ''] = id.split('.')
      return {
        id,
        resource,
        method,
        operation,
        answer: kindOf(id, operation),
        input: inputOf(id, operation),
        items: itemsOf(id, operation),
      }
    })
}

function kindOf(id: string, { response }: Operation): SdkOperation['answer'] {
  switch (response.kind) {
    case 'data':
    case 'whole':
    case 'withWarnings':
      return 'data'
    case 'bare':
    case 'written':
    case 'byStatus':
      return 'bare'
    case 'page':
      return 'text'
    case 'list':
    case 'file':
    case 'stream':
      return response.kind
    default:
      throw new Error(`${id} answers with a ${response.kind}, which the SDK does not know`)
  }
}

/** A file may have a query about it, which follows it. */
function inputOf(id: string, { body, query, takes }: Operation): SdkOperation['input'] {
  if (takes !== undefined && body === undefined) return 'file'
  const inputs = [body && 'body', query && 'query', takes && 'file'] as const
  const given = inputs.filter((input) => input !== undefined)
  if (given.length > 1)
    throw new Error(`${id} takes ${given.join(' and ')}, and the SDK knows one place for input`)
  return given[0]
}

/** A list without pages, or one with additional fields. */
function itemsOf(id: string, { response }: Operation): Items | undefined {
  if (response.kind !== 'data' && response.kind !== 'whole') return undefined
  const { items, properties = {} }: Schema = response.of
  if (items !== undefined) return { within: true, shape: items }
  if (properties.pagination === undefined) return undefined
  const lists = Object.entries(properties).flatMap(([within, { items: shape }]) =>
    shape === undefined ? [] : [{ within, shape }],
  )
  if (lists.length !== 1) throw new Error(`${id} has ${lists.length} lists, and the SDK goes through one`)
  return lists[0]
}

/** The table that the SDK uses at run time. */
export function tableText(operations: readonly SdkOperation[]): string {
  return operations
    .map(({ id, operation, answer, input, items }) => {
      const { method, path } = operation
      const accepts = operation.response.kind === 'byStatus' ? Object.keys(operation.response.statuses) : []
      const fields = [
        `method: ${literal(method)}`,
        `path: ${literal(path)}`,
        `answer: ${literal(answer)}`,
        ...(input === undefined ? [] : [`input: ${literal(input)}`]),
        ...(input === 'file' && operation.query !== undefined ? ['hasQuery: true'] : []),
        ...(items === undefined ? [] : [`items: ${literal(items.within)}`]),
        ...(isChange(operation) ? ['isChange: true'] : []),
        ...(accepts.length === 0 ? [] : [`accepts: [${accepts.join(', ')}]`]),
      ]
      return `  ${literal(id)}: { ${fields.join(', ')} },\n`
    })
    .join('')
}
