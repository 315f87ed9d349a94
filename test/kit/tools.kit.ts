// The tools of the kit are there, and a test finds them.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { runTool } from './tools.ts'

const { devDependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))

for (const [command, name] of [
  ['redocly', '@redocly/cli'],
  ['spectral', '@stoplight/spectral-cli'],
  ['prism', '@stoplight/prism-cli'],
  ['openapi-typescript', 'openapi-typescript'],
  ['openapi-ts', '@hey-api/openapi-ts'],
  ['swagger-typescript-api', 'swagger-typescript-api'],
  ['orval', 'orval'],
  ['kubb', '@kubb/cli'],
] as const) {
  test(`${command} is the one of the lock file`, async () => {
    const { status, text } = await runTool(command, ['--version'])
    assert.equal(status, 0, text)
    assert.ok(text.includes(devDependencies[name]), text)
  })
}
