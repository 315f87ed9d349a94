// Isolation of teams and modes: every operation is called with every id of another owner in path, query and
// body. New operations are covered automatically.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isOpen, isPersonal, type Operation } from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import { NOTIFICATIONS } from '../../../contract/team-profile.ts'
import { newAgency, untilSettled } from '../../../test/support/agency.ts'
import type { Client } from '../../../test/support/client.ts'
import { startReceiver } from '../../../test/support/fakes/receiver.ts'
import { fullRuns } from '../../../test/support/full-runs.ts'
import { type Call, writeSamples } from '../../../test/support/samples/write-samples.ts'
import { startApp, type TestApp } from '../../../test/support/start-app.ts'
import { fill } from '../../../test/support/wallet.ts'

const receiver = await startReceiver()
after(() => receiver.close())
const app = await startApp()
const [owner, stranger] = [await newAgency(app), await newAgency(app, { name: 'Agência Lua' })]
// Notifications are off, so that no mail changes the state meanwhile.
const notifications = Object.fromEntries(Object.keys(NOTIFICATIONS).map((name) => [name, false]))
assert.equal((await owner.live.patch('/api/v1/team', { notifications })).status, 200)
const operations = Object.entries<Operation>(OPERATIONS).filter(
  ([, operation]) => !isOpen(operation) && !isPersonal(operation),
)
const lists = operations.filter(([, { method, path }]) => method === 'GET' && !path.includes(':'))
const ID = /\b(?:[a-z]+_[0-9a-z]{26}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/g
/** How many ids of each type are tried on operations about other types and about their own. */
const PER_OTHER_KIND = fullRuns ? 2 : 1
const PER_KIND = fullRuns ? 3 : 2
/** The quick run tries every fifth of the other types, shifted for each operation. */
const EVERY_NTH_KIND = fullRuns ? 1 : 5
/** Clients that do not own the objects. */
const STRANGERS = ['another team, live', 'another team, test', 'the other mode'] as const

interface Belongings {
  ids: Set<string>
  /** Successful calls of the owner, by operation. */
  calls: { id: string; call: Call }[]
}

/** Creates one object of each type and collects every id the owner is shown. */
async function gather(client: Client): Promise<Belongings> {
  const mine = { ...app, test: client, live: owner.live } satisfies TestApp
  const belongings: Belongings = { ids: new Set(), calls: [] }
  for (const [id, ways] of Object.entries(writeSamples(mine, receiver))) {
    const operation: Operation = OPERATIONS[id as keyof typeof OPERATIONS]
    if (client === owner.live ? isForTestMode(id) : operation.liveModeOnly) continue
    for (const makeCall of Object.values(ways)) {
      const call = await makeCall()
      // Objects stay unchanged, so that a change by a stranger is visible.
      if (operation.method !== 'DELETE') noteIds((await send(client, operation, call)).text, belongings)
      for (const value of Object.values(call.params ?? {})) belongings.ids.add(value)
      belongings.calls.push({ id, call })
    }
  }
  for (const [, { path }] of lists) noteIds((await client.get(path)).text, belongings)
  // People belong to both modes and are managed in live mode.
  if (client === owner.test)
    for (const id of belongings.ids) if (/^(?:usr|ivt)_/.test(id)) belongings.ids.delete(id)
  return belongings
}

/** Samples use the sandbox airline, and replayed deliveries come from a sample event. */
function isForTestMode(id: string): boolean {
  const operation: Operation = OPERATIONS[id as keyof typeof OPERATIONS]
  const isSandbox = ['deliveries.replay', 'trips.addBooking', 'mandates.cancel'].includes(id)
  return (
    operation.testModeOnly === true || isSandbox || /^(?:booking(?:s|Notes|Tags)|testMandates)\./.test(id)
  )
}

function noteIds(text: string, { ids }: Belongings): void {
  for (const [id] of text.matchAll(ID)) if (!/^(?:req|team)_/.test(id)) ids.add(id)
}

function send(client: Client, { method, path }: Operation, { params = {}, query, body, file }: Call) {
  const asked = query === undefined ? '' : `?${new URLSearchParams(query)}`
  const address = path.replaceAll(/:(\w+)/g, (_, name) => params[name] ?? 'nobody') + asked
  if (file !== undefined) return client.raw(method, address, file, { 'content-type': 'image/png' })
  const text = body === undefined ? undefined : JSON.stringify(body)
  return client.raw(method, address, text, body === undefined ? {} : { 'content-type': 'application/json' })
}

/** Timestamps of reads. */
const withoutReading = (text: string) => text.replaceAll(/"(?:checked_at|taken_at|as_of)":"[^"]+"/g, '')

/** Everything the owner can read, without values that change by reading or with time. */
async function seen(): Promise<string[]> {
  const responses = []
  for (const mode of ['live', 'test'] as const) {
    await untilSettled(app, owner.id, mode)
    for (const [id, { path }] of lists) {
      if (/^(?:me|keys|testClock|events\.stream|brandPreviews)\b/.test(id)) continue
      const { status, body, text } = await owner[mode].get(path)
      if (status === 200)
        responses.push(withoutReading(`${mode} ${id} ${JSON.stringify(body?.data ?? text)}`))
    }
  }
  return responses
}

const kindOf = (id: string) => (id.includes('_') ? id.slice(0, id.indexOf('_')) : 'uuid')

/** All ids of the operation's own type, and some of every other type. */
function idsFor(belongings: Belongings, operationId: string): string[] {
  const params = belongings.calls.filter(({ id }) => id.split('.')[0] === operationId.split('.')[0])
  const kinds = new Set(params.flatMap(({ call }) => Object.values(call.params ?? {})).map(kindOf))
  const others = [...new Set([...belongings.ids].map(kindOf))].filter((kind) => !kinds.has(kind))
  const turn = operations.findIndex(([id]) => id === operationId)
  const taken = new Set(others.filter((_, index) => (index + turn) % EVERY_NTH_KIND === 0))
  const tried = new Map<string, number>()
  return [...belongings.ids].filter((id) => {
    const kind = kindOf(id)
    const count = (tried.get(kind) ?? 0) + 1
    tried.set(kind, count)
    return count <= (kinds.has(kind) ? PER_KIND : taken.has(kind) ? PER_OTHER_KIND : 0)
  })
}

await fill(owner.live, '9000.00')
const belongings = { live: await gather(owner.live), test: await gather(owner.test) }
const before = await seen()
let calls = 0

for (const mode of ['live', 'test'] as const) {
  const mine = belongings[mode]
  const otherMode = mode === 'live' ? owner.test : owner.live
  const others = {
    'another team, live': stranger.live,
    'another team, test': stranger.test,
    'the other mode': otherMode,
  }
  for (const [turn, who] of STRANGERS.entries()) {
    const client = others[who]
    /** The full run tries each id with every stranger, the quick run with one. */
    const inTurn = <T>(all: T[]) => all.filter((_, index) => fullRuns || index % STRANGERS.length === turn)
    // People and invitations belong to a team in both modes, so ids the client is shown itself are no leak.
    const theirs =
      client === otherMode ? belongings[mode === 'live' ? 'test' : 'live'].ids : new Set<string>()
    test(`${mode} objects for ${who}: no operation finds them by their id`, async () => {
      for (const [operationId, operation] of inTurn(
        operations.filter(([, { path }]) => path.includes(':')),
      )) {
        const strange = idsFor(mine, operationId).filter((id) => !theirs.has(id))
        const attempts = strange.map(async (id) => {
          const params = new Proxy({}, { get: () => id })
          const response = await send(client, operation, { params, ...(operation.body && { body: {} }) })
          const isRefused = response.status >= 400 && response.status < 500
          assert.ok(isRefused, `${operationId} of ${id}: ${response.status} ${response.text}`)
        })
        calls += (await Promise.all(attempts)).length
      }
    })

    test(`${mode} objects for ${who}: repeating their owner's requests has no effect`, async () => {
      for (const { id, call } of inTurn(mine.calls)) {
        const operation: Operation = OPERATIONS[id as keyof typeof OPERATIONS]
        const named = JSON.stringify(call).match(ID) ?? []
        if (named.length === 0) continue
        const response = await send(client, operation, call)
        calls++
        // Offers belong to no team: every caller with the id may book one with its own money.
        if (id === 'bookings.create' && response.status === 201) continue
        assert.ok(
          response.status >= 400 && response.status < 500,
          `${id}: ${response.status} ${response.text}`,
        )
      }
    })

    test(`${mode} objects for ${who}: no list finds them by a filter`, async () => {
      for (const [operationId, operation] of inTurn(
        operations.filter(([, { method }]) => method === 'GET'),
      )) {
        const { properties = {} } = (operation.query ?? {}) as { properties?: Record<string, unknown> }
        for (const name of Object.keys(properties)) {
          for (const id of idsFor(mine, operationId).slice(0, fullRuns ? 3 : 2)) {
            const path = operation.path.replaceAll(/:\w+/g, id)
            const response = await client.get(`${path}?${name}=${encodeURIComponent(id)}`)
            calls++
            assert.ok(response.status < 500, response.text)
            const shown = [...response.text.matchAll(ID)].map(([found]) => found)
            const leaked = response.status === 200 ? shown.filter((found) => mine.ids.has(found)) : []
            assert.deepEqual(leaked, [], `${operationId} by ${name}: ${response.text}`)
          }
        }
      }
    })
  }
}

for (const mode of ['live', 'test'] as const)
  test(`${mode} objects below an object of the other mode: not found`, async () => {
    const [client, own] = mode === 'live' ? [owner.test, belongings.test] : [owner.live, belongings.live]
    for (const { id, call } of belongings[mode].calls) {
      const operation: Operation = OPERATIONS[id as keyof typeof OPERATIONS]
      const ownCall = own.calls.find((one) => one.id === id)?.call
      const names = Object.keys(call.params ?? {})
      const last = names.at(-1)
      if (names.length < 2 || last === undefined || ownCall === undefined) continue
      const params = { ...ownCall.params, [last]: call.params?.[last] ?? '' }
      const response = await send(client, operation, { ...ownCall, params })
      calls++
      assert.equal(response.status, 404, `${id}: ${response.text}`)
    }
  })

test("the owner's objects are unchanged and found by their ids", async () => {
  assert.deepEqual(await seen(), before)
  const reads = operations.filter(([, { method, path }]) => method === 'GET' && path.includes('/:id'))
  for (const [operationId, operation] of reads) {
    const responses: number[] = []
    const names = [...operation.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    const known = belongings.test.calls.map(({ call }) => call.params ?? {})
    const inside = names.length === 1 ? [] : known.filter((params) => names.every((name) => name in params))
    // Listed objects come first: most other ids are of other types.
    const listed = (await owner.test.get(operation.path.replace(/\/:.*/, ''))).text.match(ID) ?? []
    const likely = listed.filter((id) => belongings.test.ids.has(id))
    const alone = [...likely, ...belongings.test.ids].map((id) => ({ id }))
    for (const params of [...inside, ...alone]) {
      if (responses.includes(200)) break
      responses.push((await send(owner.test, operation, { params })).status)
    }
    assert.ok(responses.includes(200), `${operationId} was tried with nothing that is there`)
  }
  assert.ok(calls > (fullRuns ? 3_000 : 230), `${calls} calls`)
})
