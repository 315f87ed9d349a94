// The first start of a production installation behind HTTPS: no team, no key, one link; and then an owner with a team.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError } from '../../../test/support/agency.ts'
import { makeClient } from '../../../test/support/client.ts'
import { cookieOf, PASSWORD, signIn } from '../../../test/support/people.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { findPersonByEmail } from './person-store.ts'
import { readSetupLink } from './setup.ts'

const PUBLIC = 'https://painel.aurora.example'
const app = await startApp({
  settings: { PUBLIC_URL: PUBLIC, NODE_ENV: 'production', BOOTSTRAP_LIVE_KEY: '', BOOTSTRAP_TEST_KEY: '' },
})
const { world } = app.service

const owner = {
  name: 'Rita Prado',
  email: 'rita@aurora.example',
  password: PASSWORD,
  team_name: 'Aurora Viagens',
}
const setUp = (body: object, origin = PUBLIC) =>
  app.anybody.post('/api/v1/setup', { ...owner, ...body }, { origin })
const link = (await readSetupLink(world)) ?? assert.fail('there is no link')

test('simultaneous starts show one link, at the public address, without storing its token', async () => {
  const links = await Promise.all(Array.from({ length: 5 }, () => readSetupLink(world)))
  assert.deepEqual(new Set(links), new Set([link]))
  assert.match(link, /^https:\/\/painel\.aurora\.example\/painel\/primeiro-acesso#[a-z0-9]{52}$/)
  const stored = JSON.stringify(await app.asOwner('select * from one_time_links'))
  assert.ok(!stored.includes(link.split('#')[1] ?? assert.fail()))
})

test('an invalid first account is refused by field, and the link stays valid', async () => {
  const token = link.split('#')[1]
  const invalid = 'Invalid request parameters'
  assertError(await setUp({ token, password: 'Senha12345' }), 400, invalid, 'password')
  assertError(await setUp({ token, password: 'rita.aurora.1' }), 400, invalid, 'password')
  assertError(await setUp({ token, email: 'nowhere' }), 400, invalid, 'email')
  assertError(await setUp({ token, team_name: 'Sol\r\nBcc: a@b.c' }), 400, invalid, 'team_name')
  assertError(await setUp({ token }, 'https://evil.example'), 403, 'Cross-site request')
  assertError(await setUp({ token: 'guess' }), 404, 'Link not valid')
  const easy = await setUp({ token: 'guess', password: 'aaaaaaaaaaaa' })
  assertError(easy, 404, 'Link not valid', undefined)
  assert.deepEqual((await app.anybody.get('/api/v1/setup')).body.data, { needed: true, team_name: null })
})

test('the owner gets a team without keys, and over HTTPS a host cookie', async () => {
  const given = { name: ` ${owner.name} `, email: 'Rita@Aurora.example', language: 'en' }
  const made = await setUp({ token: link.split('#')[1], ...given })
  assert.equal(made.status, 201, made.text)
  const attributes = String([made.headers['set-cookie']].flat()[0])
  assert.match(attributes, /^__Host-embarque=\w{52}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  const client = makeClient(app.url, undefined, {
    cookie: cookieOf(made),
    origin: PUBLIC,
    'embarque-mode': 'live',
  })
  const { data } = (await client.get('/api/v1/me')).body
  assert.deepEqual([data.name, data.email, data.person.role], ['Aurora Viagens', owner.email, 'owner'])
  assert.deepEqual((await client.get('/api/v1/api-keys')).body.data, [])
  assert.equal((await client.get('/api/v1/profile')).body.data.language, 'en')
  const entries = (await client.get('/api/v1/audit')).body.data
  assert.deepEqual(entries[0].actor.type, 'person')
  assert.equal(await readSetupLink(world), null)
  const rita = await findPersonByEmail(world.pool, owner.email)
  assert.deepEqual([rita?.name, rita?.is_operator], [owner.name, true])
  const kept = `select used_at is not null as used, encrypted_token from one_time_links where purpose = 'setup'`
  assert.deepEqual(await app.asOwner(kept), [{ used: true, encrypted_token: null }])
  assert.equal((await signIn(app.url, 'RITA@aurora.example ')).status, 201)
})

test('with keys from the settings, setup gives the team name and address, and no prices', async () => {
  const key = 'sk_live_k3v9x0q7m2w8c4t6z1n5b0h3j7r2y9d4f6g8s1p5a0e3'
  const other = await startApp({
    settings: { PUBLIC_URL: PUBLIC, NODE_ENV: 'production', BOOTSTRAP_LIVE_KEY: key, BOOTSTRAP_TEST_KEY: '' },
  })
  const token = ((await readSetupLink(other.service.world)) ?? assert.fail('there is no link')).split('#')[1]
  const made = await other.anybody.post('/api/v1/setup', { ...owner, token }, { origin: PUBLIC })
  assert.equal(made.status, 201, made.text)
  const client = makeClient(other.url, key)
  const { name, email } = (await client.get('/api/v1/team')).body.data
  assert.deepEqual([name, email], [owner.team_name, owner.email])
  const [terms] = await other.asOwner(
    'select markup_percent::float8 as markup, fee_cents::int as fee from teams',
  )
  assert.deepEqual(terms, { markup: 0, fee: 0 })
})
