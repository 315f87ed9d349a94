// The OpenAPI document as others read it: valid by the schema of the specification, and without a complaint of the
// linters' recommended rules.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openApiDocument } from '../../server/app/openapi/document.ts'
import { realClock } from '../../server/kernel/process/clock.ts'
import { makeRoom, runTool } from './tools.ts'

const room = makeRoom('document')
const file = join(room, 'openapi.json')
const settings = { url: 'https://api.agencia.example', cookieName: 'embarque', now: realClock.now() }
writeFileSync(file, JSON.stringify(openApiDocument(settings)))

test('it is valid OpenAPI 3.1', async () => {
  const { status, text } = await runTool('validate-api', [file])
  assert.equal(status, 0, text)
})

test('Redocly has nothing to say against it by its recommended rules', async () => {
  writeFileSync(join(room, 'redocly.yaml'), 'extends: [recommended]\n')
  const { stdout, text } = await runTool('redocly', ['lint', file, '--format=json'], room)
  const { totals, problems } = JSON.parse(stdout.slice(stdout.indexOf('{')))
  assert.deepEqual([totals.errors, totals.warnings, totals.ignored], [0, 0, 0], text)
  assert.deepEqual(problems, [])
})

test('Spectral has nothing to say against it by its recommended rules', async () => {
  writeFileSync(join(room, '.spectral.json'), JSON.stringify({ extends: [['spectral:oas', 'recommended']] }))
  const { status, text } = await runTool('spectral', ['lint', file, '--fail-severity=hint'], room)
  assert.equal(status, 0, text)
})
