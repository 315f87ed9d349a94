// The contract's "Authentication" chapter, row by row.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeClient } from '../support/client.ts'
import { LIVE_KEY, startApp } from '../support/start-app.ts'

const app = await startApp()

test('a key in the Authorization header is let in', async () => {
  const { status, body } = await app.live.get('/api/v1/me')
  assert.equal(status, 200)
  assert.equal(body.success, true)
})

test('health', async () => {
  assert.equal((await app.anybody.get('/api/v1/health')).status, 200)
  assert.equal((await makeClient(app.url, `${LIVE_KEY}x`).get('/api/v1/me')).status, 401)
})
