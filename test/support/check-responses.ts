// Checks every response of the suite against its operation's declaration, so that the documentation is right.
import assert from 'node:assert/strict'
import { Ajv, type ValidateFunction } from 'ajv'
import type { Operation } from '../../contract/operation.ts'
import { responsesOf } from '../../server/app/http/responses.ts'
import type { App } from '../../server/app/http/types.ts'

export interface ResponseCheck {
  watch(app: App): void
  /** Fails with the responses that do not fit their declaration. */
  verify(): void
}

export function checkResponses(): ResponseCheck {
  const broken = new Set<string>()
  return {
    watch(app) {
      app.addHook('onSend', async (request, reply, payload) => {
        const { url, config } = request.routeOptions
        if (config.operation === undefined || config.operation.response.kind === 'site') return payload
        const type = String(reply.getHeader('content-type')).split(';', 1)[0] ?? ''
        const isWritten = typeof payload === 'string' || Buffer.isBuffer(payload)
        const body = type === 'application/json' && isWritten ? payload.toString() : undefined
        const fault = faultOf(config.operation, reply.statusCode, type, body)
        if (fault !== undefined) broken.add(`${request.method} ${url} ${reply.statusCode}: ${fault}`)
        return payload
      })
    },
    verify() {
      assert.deepEqual([...broken], [])
    },
  }
}

type Promised = Readonly<Record<number, { content?: Readonly<Record<string, object>> }>>

/** Shared by all services of this process: compiling a schema takes longer than most tests. */
const ajv = new Ajv({ strict: false, code: { optimize: false } })
const known = new Map<Operation, Promised>()
const compiled = new Map<string, ValidateFunction>()
const validators = new WeakMap<object, ValidateFunction>()

/** Most operations declare the same errors, which differ only in their descriptions. */
function validatorOf(schema: object): ValidateFunction {
  const found = validators.get(schema)
  if (found !== undefined) return found
  const text = JSON.stringify(schema, (name, value) =>
    name === 'description' && typeof value === 'string' ? undefined : value,
  )
  const validator = compiled.get(text) ?? ajv.compile(schema)
  compiled.set(text, validator)
  validators.set(schema, validator)
  return validator
}

/** The faults of a response: its status, its media type or its body. */
function faultOf(operation: Operation, status: number, type: string, body: string | undefined) {
  const promised: Promised = known.get(operation) ?? responsesOf(operation)
  known.set(operation, promised)
  const promise = promised[status]
  if (promise !== undefined && status === 304) return undefined
  if (promise === undefined) return status === 303 ? undefined : 'this status is not documented'
  if (promise.content !== undefined) return type in promise.content ? undefined : `${type} is not promised`
  if (body === undefined)
    return operation.forPeople && type === 'text/html' ? undefined : `${type} is not JSON`
  return bodyFault(promise, JSON.parse(body))
}

/** The parts that do not fit the schema. */
export function bodyFault(schema: object, body: unknown): string | undefined {
  const isKept = validatorOf(schema)
  return isKept(body) ? undefined : ajv.errorsText(isKept.errors)
}
