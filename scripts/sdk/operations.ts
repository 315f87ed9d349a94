// Which operations the SDK has, and what of the table it needs for each.
import { isChange, isOpen, isPersonal, type Operation } from '../../contract/operation.ts'
import { OPERATIONS } from '../../contract/operations.ts'
import { literal } from './write-types.ts'

export interface SdkOperation {
  readonly id: string
  readonly resource: string
  readonly method: string
  readonly operation: Operation
  readonly answer: 'data' | 'list' | 'bare' | 'file' | 'text' | 'stream'
  readonly input: 'body' | 'query' | 'file' | undefined
}

/** What a key can call: all that needs a permission; and of what needs none, what is documented and not for people. */
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
        answer: answerOf(id, operation),
        input: inputOf(id, operation),
      }
    })
}

function isForKeys(operation: Operation): boolean {
  // A site speaks a protocol of its own, which has clients of its own.
  if (isPersonal(operation) || operation.answer.kind === 'site') return false
  return !isOpen(operation) || (operation.access === 'open' && operation.tag !== undefined)
}

function answerOf(id: string, { answer }: Operation): SdkOperation['answer'] {
  switch (answer.kind) {
    case 'data':
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
      return answer.kind
    default:
      throw new Error(`${id} answers with a ${answer.kind}, which the SDK does not know`)
  }
}

function inputOf(id: string, { body, query, takes }: Operation): SdkOperation['input'] {
  const inputs = [body && 'body', query && 'query', takes && 'file'] as const
  const given = inputs.filter((input) => input !== undefined)
  if (given.length > 1)
    throw new Error(`${id} takes ${given.join(' and ')}, and the SDK knows one place for input`)
  return given[0]
}

/** The rows that the runtime goes by. */
export function tableText(operations: readonly SdkOperation[]): string {
  return operations
    .map(({ id, operation, answer, input }) => {
      const { method, path } = operation
      const accepts = operation.answer.kind === 'byStatus' ? Object.keys(operation.answer.statuses) : []
      const fields = [
        `method: ${literal(method)}`,
        `path: ${literal(path)}`,
        `answer: ${literal(answer)}`,
        ...(input === undefined ? [] : [`input: ${literal(input)}`]),
        ...(isChange(operation) ? ['isChange: true'] : []),
        ...(accepts.length === 0 ? [] : [`accepts: [${accepts.join(', ')}]`]),
      ]
      return `  ${literal(id)}: { ${fields.join(', ')} },\n`
    })
    .join('')
}
