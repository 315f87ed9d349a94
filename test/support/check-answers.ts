// Holds every answer of the suite against the schema its route promises, so that the documentation cannot lie.
import assert from 'node:assert/strict'
import { Ajv } from 'ajv'
import type { App } from '../../server/http/door/types.ts'

export interface AnswerCheck {
  watch(app: App): void
  /** Fails with the answers that broke their promise. */
  verify(): void
}

export function checkAnswers(): AnswerCheck {
  const broken = new Set<string>()
  const ajv = new Ajv({ strict: false })
  return {
    watch(app) {
      app.addHook('onSend', async (request, reply, payload) => {
        const { url, schema } = request.routeOptions
        const promises = schema?.response as Record<string, object> | undefined
        if (promises === undefined || typeof payload !== 'string') return payload
        const promise = promises[String(reply.statusCode)]
        const name = `${request.method} ${url} ${reply.statusCode}`
        if (promise === undefined) broken.add(`${name}: this status is not documented`)
        else if (!ajv.validate(promise, JSON.parse(payload))) broken.add(`${name}: ${ajv.errorsText()}`)
        return payload
      })
    },
    verify() {
      assert.deepEqual([...broken], [])
    },
  }
}
