// /api/v1/places and /api/v1/airlines: what integrators build their forms with.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ONE_PAGE, pageNumbers } from '../../../test/support/list-queries.ts'
import { startApp } from '../../../test/support/start-app.ts'

const app = await startApp()
const places = (query: string) => app.live.get(`/api/v1/places?${query}`)
const airlines = (query = '') => app.live.get(`/api/v1/airlines?${query}`)

test('GET /api/v1/places suggests airports and cities', async () => {
  const { status, body } = await places(`query=${encodeURIComponent('São Paulo')}&limit=2`)
  assert.equal(status, 200)
  const guarulhos = {
    type: 'airport',
    iata_code: 'GRU',
    name: 'São Paulo–Guarulhos International Airport',
    city_name: 'São Paulo',
    iata_city_code: 'SAO',
    country_code: 'BR',
    country_name: 'Brazil',
    time_zone: 'America/Sao_Paulo',
    latitude: -23.43057,
    longitude: -46.48101,
  }
  assert.deepEqual(body.data[1], guarulhos)
  const [{ airports, ...city }] = body.data
  assert.deepEqual(city, { ...guarulhos, type: 'city', iata_code: 'SAO', name: 'São Paulo' })
  assert.deepEqual(
    airports.map((airport: { iata_code: string }) => airport.iata_code),
    ['GRU', 'CGH', 'VCP'],
  )
  assert.deepEqual(airports[0], guarulhos)
  assert.deepEqual(body, { success: true, data: body.data })
})

test('GET /api/v1/places ignores accents, case and punctuation', async () => {
  const responses = await Promise.all(
    ['são luís', 'SAO LUIS', 'Sao-Luis', ' sao  luis '].map((query) =>
      places(`query=${encodeURIComponent(query)}`),
    ),
  )
  for (const { body } of responses) {
    assert.equal(body.data[0].iata_code, 'SLZ')
    assert.deepEqual(body.data, responses[0]!.body.data)
  }
})

const PORTUGUESE = { 'accept-language': 'pt-BR,pt;q=0.9,en;q=0.8' }

test('GET /api/v1/places returns Portuguese names for Accept-Language pt, and finds both spellings', async () => {
  for (const [queries, city, airport, country] of [
    [['Lisboa', 'LISBON', 'lis'], 'Lisboa', 'Aeroporto Humberto Delgado', 'Portugal'],
    [['munique', 'Munich'], 'Munique', 'Aeroporto de Munique', 'Alemanha'],
    [
      ['Cidade do Cabo', 'cape town'],
      'Cidade do Cabo',
      'Aeroporto Internacional da Cidade do Cabo',
      'África do Sul',
    ],
    [['guarulhos'], 'São Paulo', 'Aeroporto Internacional de Guarulhos', 'Brasil'],
  ] as const) {
    for (const query of queries) {
      const path = `/api/v1/places?limit=1&query=${encodeURIComponent(query)}`
      const { headers, body } = await app.live.get(path, PORTUGUESE)
      const [{ name, city_name, country_name }] = body.data
      assert.deepEqual([city_name, name, country_name], [city, airport, country])
      assert.equal(headers['content-language'], 'pt-BR')
    }
  }
  const [{ name, city_name, airports }] = (await app.live.get('/api/v1/places?query=nova+york', PORTUGUESE))
    .body.data
  assert.deepEqual([name, city_name], ['Nova York', 'Nova York'])
  assert.equal(airports[0].name, 'Aeroporto Internacional John F. Kennedy')
  const english = await places('query=nova+york')
  assert.deepEqual([english.headers['content-language'], english.body.data[0].name], ['en', 'New York'])
})

test('GET /api/v1/places returns 10 by default, and up to 50', async () => {
  const count = async (query: string) => (await places(query)).body.data.length
  assert.equal(await count('query=a'), 10)
  assert.equal(await count('query=a&limit=1'), 1)
  assert.equal(await count('query=a&limit=50'), 50)
  assert.equal(await count('query=a&limit=51'), 50)
  assert.equal(await count('query=xyzzy'), 0)
  assert.equal(await count(`query=${'x'.repeat(100)}`), 0)
})

const REFUSED: [query: string, field: string][] = [
  ['', 'query'],
  ['query=', 'query'],
  [`query=${'x'.repeat(101)}`, 'query'],
  ['query=sao&limit=0', 'limit'],
  ['query=sao&limit=-1', 'limit'],
  ['query=sao&limit=1.5', 'limit'],
  ['query=sao&limit=ten', 'limit'],
]
for (const [query, field] of REFUSED) {
  test(`GET /api/v1/places?${query.slice(0, 30)} is refused`, async () => {
    const { status, body } = await places(query)
    assert.equal(status, 400)
    assert.equal(body.error, 'Invalid request parameters')
    assert.deepEqual(
      body.details.map((detail: { field: string }) => detail.field),
      [field],
    )
  })
}

test('GET /api/v1/airlines lists airlines in pages', async () => {
  const first = (await airlines()).body
  assert.equal(first.data.length, 20)
  const { total, pages } = first.pagination
  assert.ok(total > 300, `only ${total}`)
  assert.deepEqual(pageNumbers(first.pagination), { page: 1, limit: 20, total, pages: Math.ceil(total / 20) })
  const codes = new Set<string>()
  for (let page = 1; page <= Math.ceil(total / 100); page++) {
    const { data } = (await airlines(`page=${page}&limit=1000`)).body
    for (const { iata_code: code } of data) codes.add(code)
  }
  assert.equal(codes.size, total)
  assert.deepEqual([...codes], [...codes].sort())
  const beyond = (await airlines(`page=${pages + 1}`)).body
  assert.deepEqual([beyond.data, beyond.pagination.total], [[], total])
})

test('GET /api/v1/airlines finds an airline by code or name', async () => {
  const azul = { iata_code: 'AD', icao_code: 'AZU', name: 'Azul Linhas Aéreas', country_code: 'BR' }
  for (const query of ['AD', 'ad', 'azu', 'azul', 'Azul%20Linhas%20Aereas']) {
    assert.deepEqual((await airlines(`query=${query}`)).body.data[0], azul, query)
  }
  const latam = (await airlines('query=latam')).body
  assert.equal(latam.pagination.total, latam.data.length)
  assert.ok(latam.data.length >= 5)
  const none = (await airlines('query=xyzzy')).body
  assert.deepEqual(
    [none.data, none.pagination],
    [[], { page: 1, limit: 20, total: 0, pages: 0, ...ONE_PAGE }],
  )
  for (const query of ['query=', `query=${'x'.repeat(101)}`, 'page=0', 'limit=0']) {
    assert.equal((await airlines(query)).status, 400, query)
  }
})

test('both require a key, and mark responses to a test key', async () => {
  for (const path of ['/api/v1/places?query=sao', '/api/v1/airlines']) {
    assert.equal((await app.anybody.get(path)).status, 401)
    const { body } = await app.test.get(path)
    assert.equal(body._meta.test_mode, true)
    assert.ok(body.data.length > 0)
  }
})
