// What operations refuse, as OpenAPI tells it: for each status the closed list of codes, with the true message of each.
import { ErrorBody } from '../../../contract/common.ts'
import { ERRORS, type ErrorCode } from '../../../contract/errors.ts'
import { errorsOf, type Operation } from '../../../contract/operation.ts'
import { pascal } from '../../../contract/shapes.ts'
import { zeros } from '../../features/sandbox/samples.ts'
import { Fail, failureBody } from '../../kernel/values/fail.ts'
import { failureHeaders } from './headers.ts'
import type { Schema, SchemaWriter } from './schema-writer.ts'

export interface FailureWriter {
  /** What an operation refuses, by status. */
  write(id: string, operation: Operation): Record<string, object>
  /** All that were referred to so far: what several operations refuse alike stands once. */
  components(): Record<string, object>
  /** Each code that was referred to, as it is sent, but for what a single request is told besides. */
  examples(): Record<string, object>
}

export function makeFailureWriter(writer: SchemaWriter): FailureWriter {
  const names = new Map<string, string>()
  const components: Record<string, object> = {}
  const examples: Record<string, object> = {}

  function refer(id: string, status: number, codes: readonly ErrorCode[]): object {
    const [first = '', ...others] = codes
    const key = codes.join(' ')
    const name = names.get(key) ?? (others.length === 0 ? pascal(first) : `${pascal(id)}${status}`)
    names.set(key, name)
    components[name] ??= failureOf(status, codes, writer)
    for (const code of codes) examples[code] ??= exampleOf(code)
    return { $ref: `#/components/responses/${name}` }
  }

  return {
    write(id, operation) {
      // Where the status is the outcome, only what is declared is a failure.
      const codes = operation.answer.kind === 'byStatus' ? (operation.errors ?? []) : errorsOf(operation)
      const byStatus = Map.groupBy(new Set(codes), (code) => ERRORS[code].status)
      return Object.fromEntries([...byStatus].map(([status, same]) => [status, refer(id, status, same)]))
    },
    components: () => components,
    examples: () => examples,
  }
}

function exampleOf(code: ErrorCode): object {
  return { summary: ERRORS[code].text, value: failureBody(new Fail(code), zeros('req')) }
}

function failureOf(status: number, codes: readonly ErrorCode[], writer: SchemaWriter): object {
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])
  return {
    description: codes.map((code) => ERRORS[code].text).join(', or '),
    headers: failureHeaders(status),
    content: {
      'application/json': { schema: refused(codes, writer), examples: Object.fromEntries(examples) },
    },
  }
}

/** Every refusal has one shape; the code is one of a few. */
function refused(codes: readonly ErrorCode[], writer: SchemaWriter): Schema {
  const any = writer.write(ErrorBody, 'ApiError')
  return {
    allOf: [
      any,
      { type: 'object', required: ['code'], properties: { code: { type: 'string', enum: codes } } },
    ],
  }
}
