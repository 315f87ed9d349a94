// Every JavaScript object inherits `constructor`, `toString` and others: as names or values of a request they mean nothing.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isOpen, isPersonal, type Operation } from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import { newAgency } from '../../../test/support/agency.ts'
import type { Client } from '../../../test/support/client.ts'
import { startReceiver } from '../../../test/support/fakes/receiver.ts'
import { newPerson, signedIn } from '../../../test/support/people.ts'
import { type Call, writeSamples } from '../../../test/support/samples/write-samples.ts'
import { daysAfter, oneWay } from '../../../test/support/searches.ts'
import { startApp } from '../../../test/support/start-app.ts'

const INHERITED = ['constructor', 'toString', 'hasOwnProperty'] as const
const PLANTED = 'planted by an inherited name'

const receiver = await startReceiver()
after(() => receiver.close())
const app = await startApp()
const agency = await newAgency(app)
const other = await newAgency(app, { name: 'Agência Lua' })

// biome-ignore lint/suspicious/noExplicitAny: JSON of every shape
type Json = any

function isObject(value: Json): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** With an inherited name as a field of every object but metadata, which takes any name. */
function withInherited(inherited: string, value: Json, field = ''): Json {
  if (Array.isArray(value)) return value.map((item) => withInherited(inherited, item))
  if (!isObject(value) || field === 'metadata') return value
  const own = Object.entries(value).map(([name, inner]) => [name, withInherited(inherited, inner, name)])
  return Object.fromEntries([...own, [inherited, { id: other.id, name: PLANTED }]])
}

/** One copy for each text in it, with that text replaced. */
function* withTextsReplaced(value: Json, text: string): Generator<Json> {
  if (typeof value === 'string') yield text
  else if (Array.isArray(value))
    for (const [index, item] of value.entries())
      for (const changed of withTextsReplaced(item, text)) yield value.with(index, changed)
  else if (isObject(value))
    for (const [name, inner] of Object.entries(value))
      for (const changed of withTextsReplaced(inner, text)) yield { ...value, [name]: changed }
}

async function send(operation: Operation, { params = {}, body }: Call, person?: Client): Promise<void> {
  const { method, liveModeOnly } = operation
  const path = operation.path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? 'x'))
  const client = person ?? (liveModeOnly === true ? agency.live : agency.test)
  const response = await client.raw(method, path, JSON.stringify(body), {
    'content-type': 'application/json',
  })
  assert.ok(response.status < 500, `${method} ${path} ${JSON.stringify(body)}: ${response.text}`)
}

test('as names of fields they are ignored, and as values refused, by every operation', async () => {
  const samples = writeSamples({ ...app, live: agency.live, test: agency.test }, receiver)
  for (const [id, ways] of Object.entries(samples)) {
    const operation: Operation = OPERATIONS[id as keyof typeof OPERATIONS]
    const [makeCall] = Object.values(ways)
    const call = await makeCall?.()
    if (call === undefined || !isObject(call.body)) continue
    for (const name of INHERITED) await send(operation, { ...call, body: withInherited(name, call.body) })
    for (const body of withTextsReplaced(call.body, 'constructor')) await send(operation, { ...call, body })
  }
})

test('a search with them as values is refused', async () => {
  const search = oneWay('GRU', 'GIG', daysAfter(app.service.world.wall.now(), 30))
  for (const text of INHERITED)
    for (const body of withTextsReplaced(search, text)) await send(OPERATIONS['flights.search'], { body })
})

test('in requests of people about themselves they mean nothing either', async () => {
  const person = await signedIn(app, await newPerson(app, { [agency.id]: 'owner' }))
  for (const operation of Object.values<Operation>(OPERATIONS).filter(isPersonal)) {
    const { properties = {} } = (operation.body ?? {}) as { properties?: Record<string, unknown> }
    const bodies = [
      ...INHERITED.map((name) => withInherited(name, {})),
      ...Object.keys(properties).map((name) => ({ [name]: 'constructor' })),
    ]
    for (const body of operation.body === undefined ? [] : bodies) await send(operation, { body }, person)
  }
})

test('as values of queries they are refused', async () => {
  for (const operation of Object.values<Operation>(OPERATIONS)) {
    const { properties = {} } = (operation.query ?? {}) as { properties?: Record<string, unknown> }
    if (operation.method !== 'GET' || isOpen(operation)) continue
    for (const name of Object.keys(properties)) {
      const path = operation.path.replaceAll(/:\w+/g, 'constructor')
      const response = await agency.live.get(`${path}?${name}=constructor`)
      assert.ok(response.status < 500, `${path} ${name}: ${response.text}`)
    }
  }
})

test('nothing of it is stored anywhere', async () => {
  const tables = (await app.asOwner(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )) as { name: string }[]
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await app.asOwner(`select 1 from ${name} t where t::text like '%${PLANTED}%' limit 1`)
    if (rows.length > 0) found.push(name)
  }
  assert.deepEqual(found, [])
})
