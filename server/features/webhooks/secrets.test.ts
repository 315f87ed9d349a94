// What is remembered of opened secrets: what was sealed, and no more memory than that takes.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { bytesKept } from '../../../test/support/kept/bytes-kept.ts'
import { makeSecretBox } from '../../kernel/crypto/secret-box.ts'
import { openSecrets, secretContext } from './secrets.ts'

const NOW = new Date('2026-11-16T12:00:00Z')
const box = makeSecretBox(randomBytes(32))
const sealedOf = (webhook_id: string, secret: string) => ({
  webhook_id,
  secret: box.encrypt(secret, secretContext(webhook_id)),
  previous_secret: null,
  previous_secret_until: null,
})

test('a secret that was opened is known again, and another one under its webhook is not taken for it', () => {
  const first = sealedOf('whk_1', 'whsec_first')
  assert.deepEqual(openSecrets(box, first, NOW), ['whsec_first'])
  assert.deepEqual(openSecrets(box, first, NOW), ['whsec_first'])
  assert.deepEqual(openSecrets(box, sealedOf('whk_1', 'whsec_second'), NOW), ['whsec_second'])
  assert.deepEqual(openSecrets(box, first, NOW), ['whsec_first'])
})

test('while one takes over from the other both sign, and from then on the new one alone', () => {
  const previous_secret = box.encrypt('whsec_old', secretContext('whk_2'))
  const sealed = { ...sealedOf('whk_2', 'whsec_new'), previous_secret }
  const until = (ms: number) => ({ ...sealed, previous_secret_until: new Date(NOW.getTime() + ms) })
  assert.deepEqual(openSecrets(box, until(1), NOW), ['whsec_new', 'whsec_old'])
  assert.deepEqual(openSecrets(box, until(0), NOW), ['whsec_new'])
})

test('a remembered secret keeps its own bytes in memory, not those that it was read with', async () => {
  const webhooks = 500
  const kept = await bytesKept('open a secret', webhooks)
  assert.ok(kept < webhooks * 1_000, `${kept} bytes for ${webhooks} secrets`)
})
