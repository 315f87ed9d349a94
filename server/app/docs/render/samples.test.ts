// Samples are equivalent in four languages, whatever the body contains.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OpenApi, resolverOf, type Schema } from './openapi.ts'
import { exampleOf, type Sample, type SampleRequest, samplesOf, sdkCallOf } from './samples.ts'

const REQUEST: SampleRequest = {
  method: 'POST',
  path: '/api/v1/clients',
  body: { full_name: "D'Ávila $x", tags: ['a', null], address: {}, is_active: true },
  needsKey: true,
  takesIdempotencyKey: true,
}

function sample(language: Sample['language'], request: SampleRequest): string {
  return samplesOf(request).find((each) => each.language === language)?.code ?? assert.fail(language)
}

test('curl quotes for a shell', () => {
  assert.equal(
    sample('curl', REQUEST),
    `curl -X POST "$EMBARQUE_URL/api/v1/clients" \\
  -H "Authorization: Bearer $EMBARQUE_API_KEY" \\
  -H "Idempotency-Key: $(date +%s)-$$" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "full_name": "D'\\''Ávila $x",
    "tags": [
      "a",
      null
    ],
    "address": {},
    "is_active": true
  }'`,
  )
})

test('a read is one line of curl', () => {
  const read = { method: 'GET', path: '/api/v1/health', needsKey: false, takesIdempotencyKey: false }
  assert.equal(sample('curl', read), 'curl "$EMBARQUE_URL/api/v1/health"')
  assert.equal(
    sample('TypeScript', read),
    `const response = await fetch(\`\${process.env.EMBARQUE_URL}/api/v1/health\`)
const answer = await response.json()
if (!response.ok) throw new Error(answer.message)
console.log(answer)`,
  )
  assert.doesNotMatch(sample('Python', read), /headers|method|uuid/)
})

test('TypeScript sends the body as it is', () => {
  const code = sample('TypeScript', REQUEST)
  assert.match(code, /^ {2}method: 'POST',$/m)
  assert.match(code, /^ {4}'idempotency-key': crypto\.randomUUID\(\),$/m)
  const [, body = ''] = /JSON\.stringify\((\{[\s\S]*\n {2}\})\)/.exec(code) ?? []
  assert.deepEqual(JSON.parse(body), REQUEST.body)
})

test('TypeScript uses the SDK if it has the operation', () => {
  const calling = (method: string, path: string, given: object = {}) => {
    const sdk = sdkCallOf(method, path) ?? assert.fail(path)
    const code = sample('TypeScript', { ...REQUEST, method, path, sdk: { ...sdk, ids: [], ...given } })
    const head = `import { createClient } from '@embarque/sdk'

const { EMBARQUE_URL: baseUrl = '', EMBARQUE_API_KEY: apiKey = '' } = process.env
const embarque = createClient({ baseUrl, apiKey })
`
    assert.ok(code.includes(head), code)
    return code.replace(head, '').trim()
  }
  const input = { full_name: '"a": 1', 'x-y': null }
  assert.equal(
    calling('POST', '/api/v1/clients', { input }),
    `console.log(await embarque.clients.create({\n  full_name: "\\"a\\": 1",\n  "x-y": null\n}))`,
  )
  assert.equal(
    calling('GET', '/api/v1/webhooks/{id}/deliveries/{delivery_id}', { ids: ['wh_1', 'dlv_1'] }),
    `console.log(await embarque.deliveries.read('wh_1', 'dlv_1'))`,
  )
  assert.equal(
    calling('GET', '/api/v1/clients', { input: { limit: 5 } }),
    'for await (const one of embarque.clients.list({\n  limit: 5\n})) console.log(one)',
  )
  assert.match(calling('GET', '/api/v1/stream'), /^for await \(const one of embarque\.\w+\.\w+\(\)\) /)
  assert.match(
    calling('PUT', '/api/v1/team/logo'),
    /^import \{ readFile \}.*\n[\s\S]*embarque\.team\.setLogo\(new Blob\(\[await readFile\('logo\.png'\)\]/,
  )
  assert.match(
    calling('GET', '/api/v1/invoices.csv', { file: 'list.csv' }),
    /^import \{ writeFile \}.*\n[\s\S]*await writeFile\('list\.csv', await file\.bytes\(\)\)$/,
  )
  assert.equal(sdkCallOf('POST', '/api/v1/session'), undefined)
  assert.equal(sdkCallOf('POST', '/api/v1/nowhere'), undefined)
})

test('Python and PHP have their own literals for true, null and nothing', () => {
  const python = sample('Python', REQUEST)
  assert.match(python, /^import json\nimport os\nimport uuid\nfrom urllib\.request/)
  assert.match(python, /"is_active": True,/)
  assert.match(python, /None,/)
  assert.match(python, /"address": \{\},/)
  const php = sample('PHP', REQUEST)
  assert.match(php, /^<\?php\n/)
  assert.match(php, /"is_active" => true,/)
  assert.match(php, /"address" => new stdClass\(\),/)
  assert.match(php, /"full_name" => "D'Ávila \\\$x",/)
})

test('operations for people use a cookie, and a change has a same-origin header', () => {
  const change = { ...REQUEST, needsSession: true, takesIdempotencyKey: false, body: undefined }
  assert.equal(
    sample('curl', change),
    `curl -X POST "$EMBARQUE_URL/api/v1/clients" \\
  --cookie "$EMBARQUE_COOKIE" \\
  -H "Origin: $EMBARQUE_URL"`,
  )
  assert.match(
    sample('TypeScript', change),
    /cookie: `\$\{\w+\.env\.EMBARQUE_COOKIE\}`,\n {4}origin: `\$\{\w/,
  )
  assert.match(sample('Python', change), /"Cookie": os\.environ\["EMBARQUE_COOKIE"\],\n {8}"Origin": os\./)
  assert.match(sample('PHP', change), /'Cookie: ' \. getenv\('EMBARQUE_COOKIE'\),\n {8}'Origin: ' \. getenv/)
  for (const { code } of samplesOf({ ...change, method: 'GET' })) {
    assert.match(code, /EMBARQUE_COOKIE/)
    assert.doesNotMatch(code, /Origin|API_KEY/i)
  }
})

test('curl prints a stream as it arrives', () => {
  const stream = { ...REQUEST, method: 'GET', path: '/api/v1/stream', body: undefined, isStream: true }
  assert.match(sample('curl', { ...stream, takesIdempotencyKey: false }), /^curl -N "\$EMBARQUE_URL\/api/)
})

test('a file is stored under its name', () => {
  const file = {
    method: 'GET',
    path: '/x.pdf',
    needsKey: true,
    takesIdempotencyKey: false,
    file: 'document.pdf',
  }
  assert.match(sample('curl', file), /^curl -o document\.pdf /)
  assert.match(sample('TypeScript', file), /await writeFile\('document\.pdf', await response\.bytes\(\)\)/)
  assert.match(sample('Python', file), /open\("document\.pdf", "wb"\)/)
  assert.match(sample('PHP', file), /file_put_contents\('document\.pdf', /)
})

// Examples fit their schema: given examples come first, otherwise the simplest value of the type.

const document: OpenApi = {
  info: { title: 'x', version: '1' },
  paths: {},
  components: {
    schemas: {
      Name: { type: 'string', examples: ['Maria'] },
      Node: {
        type: 'object',
        required: ['next'],
        properties: { next: { $ref: '#/components/schemas/Node' } },
      },
    },
    examples: { good: { value: { a: 1 } } },
  },
}
const resolve = resolverOf(document)
const of = (schema: Schema) => exampleOf({ schema }, resolve)

test('a given example wins, of the body or of a field', () => {
  assert.deepEqual(exampleOf({ example: { a: 1 }, schema: { type: 'string' } }, resolve), { a: 1 })
  assert.deepEqual(exampleOf({ examples: { first: { value: 1 }, second: { value: 2 } } }, resolve), 1)
  const named = Object(JSON.parse('{"good": {"$ref": "#/components/examples/good"}}'))
  assert.deepEqual(exampleOf({ examples: named }, resolve), { a: 1 })
  assert.equal(of({ type: 'string', examples: ['GRU', 'SDU'] }), 'GRU')
  assert.equal(of({ type: 'string', example: 'GRU' }), 'GRU')
  assert.equal(of({ const: 'balance' }), 'balance')
  assert.equal(of({ enum: ['hold', 'instant'] }), 'hold')
  assert.equal(of({ type: 'integer', default: 20 }), 20)
})

test('otherwise the plainest value of its type', () => {
  assert.deepEqual(
    ['integer', 'number', 'boolean', 'null', 'object', 'string'].map((type) => of({ type })),
    [1, 1, true, null, {}, 'text'],
  )
  assert.deepEqual(
    ['date', 'date-time', 'email', 'uri'].map((format) => of({ type: 'string', format })),
    ['2027-03-01', '2027-03-01T12:00:00.000Z', 'maria@example.com', 'https://agency.example/'],
  )
  assert.deepEqual(of({ type: 'array' }), [])
  assert.deepEqual(of({ type: 'array', items: { $ref: '#/components/schemas/Name' } }), ['Maria'])
  assert.equal(of({ type: ['string', 'null'] }), 'text')
})

test('an object has required fields and those with examples; unions and parts are resolved', () => {
  const properties = { a: { type: 'integer' }, b: { type: 'integer' }, c: { type: 'integer', examples: [7] } }
  assert.deepEqual(of({ type: 'object', required: ['a'], properties }), { a: 1, c: 7 })
  assert.equal(of({ anyOf: [{ type: 'integer' }, { type: 'null' }] }), 1)
  assert.equal(of({ oneOf: [{ type: 'boolean' }] }), true)
  const part = (name: string): Schema => ({ properties: { [name]: { const: name } }, required: [name] })
  assert.deepEqual(of({ allOf: [part('a'), part('b')] }), { a: 'a', b: 'b' })
})

test('a recursive schema ends', () => {
  assert.match(JSON.stringify(of({ $ref: '#/components/schemas/Node' })), /^(?:\{"next":)+null\}+$/)
  assert.deepEqual(of({ $ref: '#/components/schemas/Nowhere' }), {})
})
