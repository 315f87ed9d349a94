// The generated part of the SDK is what its generator makes of the contract now; package and families of errors agree.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { familyOf } from '../../contract/errors/families.ts'
import { ERRORS, type ErrorCode } from '../../contract/errors.ts'
import { EVENT_OBJECTS } from '../../contract/event-operations.ts'
import { EVENTS, isEventType } from '../../contract/events.ts'
import { sdkOperations } from '../../scripts/sdk/operations.ts'
import { sdkFiles } from '../../scripts/sdk/sdk-files.ts'
import { createClient } from '../../sdk/src/client.ts'
import { ApiError } from '../../sdk/src/errors.ts'
import { classOf, InvalidRequestError, NotFoundError, ServiceError } from '../../sdk/src/generated/errors.ts'
import { signTestRequest } from '../../sdk/src/webhooks/sign-test-request.ts'
import { sampleObject } from '../../server/features/sandbox/samples.ts'
import { projectFile, projectFiles } from './project-files.ts'

const { version } = JSON.parse(projectFile('package.json'))
const sdk = JSON.parse(projectFile('sdk/package.json'))
const codes = Object.keys(ERRORS) as ErrorCode[]

test('the generated files are up to date; if not, run `npm run sdk`', () => {
  const made = [...sdkFiles(version)].map(([name, text]) => [`sdk/src/generated/${name}`, text] as const)
  const written = projectFiles('sdk/src/generated')
  assert.deepEqual([...written.keys()].toSorted(), made.map(([path]) => path).toSorted())
  for (const [path, text] of made) assert.equal(written.get(path), text, path)
})

test('the package has the version of the project, and needs nobody', () => {
  assert.equal(sdk.version, version)
  for (const group of ['dependencies', 'peerDependencies', 'optionalDependencies'])
    assert.equal(sdk[group], undefined)
  const sources = projectFiles('sdk/src')
  for (const [name, entry] of Object.entries<{ import?: { default: string } }>(sdk.exports)) {
    if (entry.import === undefined) continue
    const source = entry.import.default.replace('./dist/', 'sdk/src/').replace(/\.js$/, '.ts')
    assert.ok(sources.has(source), `${name} leads to ${source}`)
  }
})

test('every operation of the SDK is a method of its client', () => {
  const client = createClient({ apiKey: 'sk_test_1' })
  const methods = Object.entries(client).flatMap(([resource, some]) =>
    Object.keys(some).map((method) => `${resource}.${method}`),
  )
  const operations = sdkOperations().map(({ id }) => id)
  assert.ok(operations.length > 110, `only ${operations.length}`)
  assert.deepEqual(methods.toSorted(), operations.toSorted())
})

test('every code has one family, and is an error of its class', () => {
  for (const code of codes) {
    const family = familyOf(code)
    assert.ok(family !== undefined, code)
    const Class = classOf(code, ERRORS[code].status)
    assert.ok(Class.prototype instanceof ApiError)
    assert.equal(Class.name, family, code)
  }
  assert.equal(classOf('of_tomorrow', 418), InvalidRequestError)
  assert.equal(classOf('of_tomorrow', 599), ServiceError)
  assert.equal(classOf('constructor', 404), NotFoundError)
})

test('a test request of every type carries what the service shows of it, dated as it is sent', async () => {
  const ajv = new Ajv({ strict: false })
  for (const [name, shape] of Object.entries(EVENT_OBJECTS)) ajv.addSchema(shape, name)
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  // Late in a day, and before months of other lengths.
  for (const now of [new Date('2027-01-31T23:30:00.007Z'), new Date('2028-02-29T00:00:00.000Z')]) {
    for (const type of Object.keys(EVENTS).filter(isEventType)) {
      const { object } = JSON.parse((await signTestRequest({ secret, type, now })).body).data
      assert.deepEqual(object, sampleObject(type, now), type)
      assert.ok(ajv.validate(EVENTS[type].object, object), `${type}: ${ajv.errorsText()}`)
    }
  }
})
