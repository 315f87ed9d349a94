// Samples say the same in four languages, whatever is in the body.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Sample, type SampleRequest, samplesOf } from './request-samples.ts'

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

test('Python and PHP have words of their own for true, null and nothing', () => {
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

test('a file is kept under its name', () => {
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
