// Thousands of generated requests that fit no schema: never a 5xx, always the error shape.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { ErrorBody } from '../../../contract/common.ts'
import { CALLBACK_PATH, INVOICE_PATH, PAY_PATH, QUOTE_PATH } from '../../../contract/links.ts'
import type { Operation } from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import { anyCharacters } from '../../../test/support/any-characters.ts'
import { connectedBank } from '../../../test/support/fakes/connected-bank.ts'
import { fullRuns } from '../../../test/support/full-runs.ts'
import {
  invoiceBody,
  newClient,
  newInvoice,
  newQuote,
  newRecurring,
} from '../../../test/support/invoicing.ts'
import { newRecharge } from '../../../test/support/wallet.ts'

interface Route {
  id: string
  method: string
  url: string
  body: { properties?: Record<string, object> } | undefined
  query: { properties?: Record<string, object> } | undefined
}

/** Every operation, including pages, callbacks and files. */
const routes: Route[] = Object.entries<Operation>(OPERATIONS).map(([id, { method, path, body, query }]) => ({
  id,
  method,
  url: path,
  body,
  query,
}))
const namesAnywhere = [...new Set(routes.flatMap(({ query }) => namesOf(query)))]
const { app, provider } = await connectedBank()
const tokenIn = (url: string, at = 2) => new URL(url, app.url).pathname.split('/')[at] ?? ''
const paid = async (method: string) => {
  const { pix_qrcode_url, boleto_url } = (await newRecharge(app.test, '100.00', method)).payment
  return tokenIn(pix_qrcode_url ?? boleto_url)
}
const KNOWN_TOKENS: [string, string[]][] = [
  [PAY_PATH, [await paid('pix'), await paid('boleto')]],
  [INVOICE_PATH, [tokenIn((await newInvoice(app.test, { status: 'sent' })).payment_url)]],
  [QUOTE_PATH, [tokenIn((await newQuote(app.test, { status: 'sent' })).public_url)]],
  [CALLBACK_PATH, [tokenIn(provider.callback_url, 3)]],
]
const isErrorBody = new Ajv({ strict: false }).compile(ErrorBody)
const REQUESTS = fullRuns ? 5_000 : 400
const SIDE_BY_SIDE = 20
const SEED = 20261115

/** Field names of bank callbacks, which no schema declares. */
const CALLBACK_NAMES = ['pix', 'txid', 'endToEndId', 'valor', 'horario', 'evento']

/** Existing addresses, because an invented one would only be refused. */
function knownPaths({ url }: Route): string[] {
  const known = KNOWN_TOKENS.find(([begin]) => url.startsWith(`${begin}/`))
  if (known === undefined) return []
  return known[1].map((token) => url.replace(':provider', 'pix-bacen').replace(':token', token))
}

/** Valid and invalid values: the right names with wrong contents, and arbitrary JSON. */
function bodies(route: Route): fc.Arbitrary<string> {
  const names = [...namesOf(route.body), ...CALLBACK_NAMES].filter((name) => name !== 'x')
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
    fc.constantFrom(
      '',
      ' ',
      'sk_live_x',
      '2026-02-30',
      'PT0S',
      '-1',
      '1e400',
      'P9999999Y',
      '\u0000',
      '\ud800',
      '🛫',
      'x'.repeat(5_000),
    ),
    fc.constantFrom(0, -0, 1e308, -1e-7, Number.MAX_SAFE_INTEGER),
  )
  const nearly = fc.dictionary(
    names.length > 0 ? fc.oneof(fc.constantFrom(...names), fc.string()) : fc.string(),
    value,
  )
  return fc.oneof(
    { weight: 6, arbitrary: nearly.map((body) => JSON.stringify(body)) },
    { weight: 2, arbitrary: fc.jsonValue().map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: anyCharacters() },
    { weight: 1, arbitrary: nearly.map((body) => JSON.stringify(body).slice(0, -1)) },
  )
}

/** Some requests carry a wrong key; the others carry the client's. */
const STRANGE_KEYS = ['', 'Bearer', 'Bearer x', 'Basic eDp5'].map((authorization) => ({ authorization }))

const headers: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    'content-type': fc.constantFrom(
      'application/json',
      'application/json; charset=utf-8',
      'text/plain',
      'a/b',
      '',
    ),
    'idempotency-key': fc
      .string({ unit: fc.constantFrom(...'abc 123~'), minLength: 1, maxLength: 300 })
      .map((key) => key.trim()),
    'x-request-id': fc.string({ unit: fc.constantFrom(...'aZ9._- /') }).map((id) => id.trim()),
  },
  { requiredKeys: [] },
)

interface Malformed {
  route: Route
  path: string
  body: string
  headers: Record<string, string>
}

const oneLine = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.~/%?=&+ é'), maxLength: 40 })
/** The router accepts parameters of 500 characters. */
const tooLong = fc.constantFrom(501, 1_000, 4_000).map((length) => 'x'.repeat(length))

function requestsTo(route: Route): fc.Arbitrary<Malformed> {
  const known = knownPaths(route)
  return fc.record({
    route: fc.constant(route),
    path: fc
      .tuple(
        fc.oneof({ weight: 9, arbitrary: oneLine }, tooLong).map(encodeURIComponent),
        fc.nat(known.length),
        queries(route),
        oneLine,
      )
      .map(([id, at, query, tail]) => {
        const path = known[at] ?? route.url.replaceAll(/:\w+/g, id || 'x')
        return `${path}?${query}&${encodeURIComponent(tail)}`
      }),
    body: bodies(route),
    headers: fc
      .tuple(headers, fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, fc.constantFrom(...STRANGE_KEYS)))
      .map(([usual, key]) => ({ ...usual, ...key })),
  })
}

interface Shape {
  properties?: Record<string, object>
  allOf?: Shape[]
  anyOf?: Shape[]
  'x-described'?: Shape
}

/** The names a schema knows, nested ones included; `x` if it knows none. */
function namesOf(schema: Shape | undefined): string[] {
  const names = (shape: Shape): string[] => [
    ...Object.keys(shape.properties ?? {}),
    ...(shape.allOf ?? []).flatMap(names),
    ...(shape.anyOf ?? []).flatMap(names),
    // Hand-checked bodies pass their schema; their fields are described beside it.
    ...(shape['x-described'] === undefined ? [] : names(shape['x-described'])),
  ]
  const found = schema === undefined ? [] : names(schema)
  return found.length > 0 ? found : ['x']
}

/** Some queries carry parameters of another route, which must be ignored. */
function queries({ query }: Route): fc.Arbitrary<string> {
  const own = fc.constantFrom(...namesOf(query))
  const name = fc.oneof({ weight: 3, arbitrary: own }, fc.constantFrom(...namesAnywhere))
  const value = fc.oneof(
    fc.string(),
    fc.integer().map(String),
    fc.constantFrom('0', '-1', '1e9', '99999999999999999999', 'NaN', '%'),
  )
  return fc
    .array(fc.tuple(name, value), { maxLength: 3 })
    .map((pairs) => new URLSearchParams(pairs).toString())
}

test('half a surrogate pair, and impossible dates, are validation errors', async () => {
  const client = await newClient(app.live)
  const ask = async (fields: object) =>
    app.live.post('/api/v1/invoices', await invoiceBody(app.live, { client_id: client.id, ...fields }))
  for (const description of ['a\ud800b', '\udc00', `${'x'.repeat(900)}\ud83d`]) {
    const { status, body } = await ask({ items: [{ description, quantity: 1, unit_price: 1 }] })
    assert.deepEqual([status, body.details?.[0].field], [400, 'body'])
  }
  const whole = await ask({ items: [{ description: 'praia 🏖 \u{1f3d6}', quantity: 1, unit_price: 1 }] })
  assert.equal(whole.status, 201)
  for (const field of ['issue_date', 'due_date']) {
    for (const [day, expected] of [
      ['1999-12-31', 400],
      ['2000-01-01', 201],
      ['2199-12-31', 201],
      ['2200-01-01', 400],
      ['9999-12-31', 400],
    ] as const)
      assert.equal((await ask({ [field]: day, status: 'sent' })).status, expected, `${field} ${day}`)
  }
  const { id } = await newRecurring(app.live, {
    client_id: client.id,
    start_date: '2199-11-30',
    billing_day: 31,
  })
  assert.equal((await app.live.get(`/api/v1/recurring-invoices/${id}/preview`)).status, 200)
})

test(`${REQUESTS} malformed requests: no 5xx, and every error has the error shape`, async () => {
  assert.ok(routes.length >= 60)
  const seen = new Map<number, number>()
  const tried = new Set<string>()
  const clientOf = (index: number) => (index % 10 === 9 ? app.anybody : index % 2 === 0 ? app.live : app.test)
  const requests = routes.map(requestsTo)
  for (let sent = 0; sent < REQUESTS; sent += SIDE_BY_SIDE) {
    const next = Array.from({ length: SIDE_BY_SIDE }, (_, n) => requests[(sent + n) % requests.length]!)
    const responses = fc
      .sample(fc.tuple(...next), { numRuns: 1, seed: SEED + sent })
      .flat()
      .map(async ({ route, path, body, headers }, index) => {
        const hasBody = route.method !== 'GET'
        tried.add(route.id)
        const response = await clientOf(index).raw(route.method, path, hasBody ? body : undefined, headers)
        seen.set(response.status, (seen.get(response.status) ?? 0) + 1)
        const what = `${route.method} ${path} ${JSON.stringify(headers)} ${body} → ${response.status} ${response.text}`
        // The first request for the panel may arrive while it is built.
        assert.ok(response.status < 500 || (route.id === 'service.panel' && response.status === 503), what)
        const isPage = String(response.headers['content-type']).startsWith('text/html')
        if (response.status >= 400) assert.ok(isPage || isErrorBody(response.body), what)
      })
    await Promise.all(responses)
  }
  assert.deepEqual(
    routes.filter(({ id }) => !tried.has(id)),
    [],
  )
  for (const status of [200, 400, 401, 403, 404, 415])
    assert.ok(seen.has(status), `${status} was among ${[...seen.keys()]}`)
})
