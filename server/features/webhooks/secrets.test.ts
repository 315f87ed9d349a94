// The cache of decrypted secrets: the right secret for each webhook, and little memory.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { bytesHeld } from '../../../test/support/memory/bytes-held.ts'
import { makeSecretBox } from '../../kernel/crypto/secret-box.ts'
import { openSecrets, secretContext } from './secrets.ts'

const NOW = new Date('2026-11-16T12:00:00Z')
const box = makeSecretBox(randomBytes(32))
const encryptedOf = (webhook_id: string, secret: string) => ({
  webhook_id,
  secret: box.encrypt(secret, secretContext(webhook_id)),
  previous_secret: null,
  previous_secret_until: null,
})

test('a decrypted secret is cached, and another secret of the webhook is not confused with it', () => {
  const first = encryptedOf('whk_1', 'whsec_first')
  assert.deepEqual(openSecrets(box, first, NOW), ['whsec_first'])
  assert.deepEqual(openSecrets(box, first, NOW), ['whsec_first'])
  assert.deepEqual(openSecrets(box, encryptedOf('whk_1', 'whsec_second'), NOW), ['whsec_second'])
  assert.deepEqual(openSecrets(box, first, NOW), ['whsec_first'])
})

test('during rotation both secrets sign, afterwards only the new one', () => {
  const previous_secret = box.encrypt('whsec_old', secretContext('whk_2'))
  const encrypted = { ...encryptedOf('whk_2', 'whsec_new'), previous_secret }
  const until = (ms: number) => ({ ...encrypted, previous_secret_until: new Date(NOW.getTime() + ms) })
  assert.deepEqual(openSecrets(box, until(1), NOW), ['whsec_new', 'whsec_old'])
  assert.deepEqual(openSecrets(box, until(0), NOW), ['whsec_new'])
})

test('a cached secret keeps only its own bytes in memory', async () => {
  const webhooks = 500
  const kept = await bytesHeld('open a secret', webhooks)
  assert.ok(kept < webhooks * 1_000, `${kept} bytes for ${webhooks} secrets`)
})
