// Where a key is kept, who can read it, and which of several is taken.
import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { terminal as ownTerminal } from '../terminal.ts'
import { addressOf, forgetLogin, readLogin, storeLogin } from './call-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'embarque-login-file-'))
after(() => rmSync(folder, { recursive: true }))

const at = (settings: Record<string, string>) => ({ ...ownTerminal, settings: () => settings })
const LOGIN = { url: 'http://127.0.0.1:3000', key: 'sk_test_stored' }

test('it is kept where settings of programs are, and read again', () => {
  const places: [settings: Record<string, string>, place: string][] = [
    [{ XDG_CONFIG_HOME: join(folder, 'xdg'), HOME: join(folder, 'home') }, join(folder, 'xdg')],
    [{ HOME: join(folder, 'home') }, join(folder, 'home', '.config')],
    [{ XDG_CONFIG_HOME: '', HOME: join(folder, 'other') }, join(folder, 'other', '.config')],
  ]
  for (const [settings, place] of places) {
    assert.equal(storeLogin(at(settings), LOGIN), join(place, 'embarque', 'login.json'))
    assert.deepEqual(readLogin(at(settings)), LOGIN)
  }
})

test('only its owner reads it, also where an older file was open to all; nothing else is left behind', () => {
  const settings = { XDG_CONFIG_HOME: join(folder, 'open') }
  const own = join(folder, 'open', 'embarque')
  mkdirSync(own, { recursive: true })
  writeFileSync(join(own, 'login.json'), '{}')
  chmodSync(join(own, 'login.json'), 0o666)
  const file = storeLogin(at(settings), LOGIN)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  storeLogin(at(settings), { ...LOGIN, key: 'sk_test_newer' })
  assert.deepEqual(readdirSync(own), ['login.json'])
  assert.equal(readLogin(at(settings)).key, 'sk_test_newer')
})

test('the environment wins, each setting by itself', () => {
  const settings = { XDG_CONFIG_HOME: join(folder, 'environment') }
  storeLogin(at(settings), LOGIN)
  const key = 'sk_live_environment'
  assert.deepEqual(readLogin(at({ ...settings, EMBARQUE_API_KEY: key })), { ...LOGIN, key })
  const url = 'https://api.agencia.example'
  assert.deepEqual(readLogin(at({ ...settings, EMBARQUE_URL: `${url}/` })), { ...LOGIN, url })
  const both = { EMBARQUE_URL: url, EMBARQUE_API_KEY: key }
  assert.deepEqual(readLogin(at({ ...both, XDG_CONFIG_HOME: join(folder, 'nothing') })), { url, key })
  assert.deepEqual(readLogin(at({ ...settings, EMBARQUE_URL: '', EMBARQUE_API_KEY: '' })), LOGIN)
})

test('what is missing or damaged is told, and forgotten all the same', () => {
  const settings = { XDG_CONFIG_HOME: join(folder, 'missing') }
  const cause = /No service is known: run "npx embarque login"/
  assert.throws(() => readLogin(at(settings)), cause)
  assert.throws(() => readLogin(at({ ...settings, EMBARQUE_URL: 'http://x.example' })), cause)
  assert.throws(() => readLogin(at({ ...settings, EMBARQUE_API_KEY: 'sk_test_x' })), cause)
  assert.equal(forgetLogin(at(settings)), false)
  const file = storeLogin(at(settings), LOGIN)
  assert.equal(forgetLogin(at(settings)), true)
  assert.throws(() => readLogin(at(settings)), cause)
  writeFileSync(file, '{"url":"http://x.example"}')
  assert.throws(() => readLogin(at(settings)), cause)
  writeFileSync(file, 'not json')
  assert.throws(() => readLogin(at(settings)), /login\.json is damaged/)
})

const ADDRESSES: [given: string, address: string][] = [
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
  ['http://127.0.0.1:3000//', 'http://127.0.0.1:3000'],
  ['http://127.0.0.1:3000/api/v1', 'http://127.0.0.1:3000'],
  ['http://127.0.0.1:3000/api/v1/', 'http://127.0.0.1:3000'],
  ['http://127.0.0.1:3000/docs', 'http://127.0.0.1:3000'],
  ['http://127.0.0.1:3000/painel', 'http://127.0.0.1:3000'],
  ['https://agencia.example/embarque', 'https://agencia.example/embarque'],
  ['https://agencia.example/embarque/api/v1', 'https://agencia.example/embarque'],
  ['localhost:3000', 'http://localhost:3000'],
]

for (const [given, address] of ADDRESSES)
  test(`${given} leads to ${address}`, () => {
    assert.equal(addressOf(given), address)
  })

for (const given of ['http://', '', 'not an address', 'http://a b'])
  test(`"${given}" is no address`, () => {
    assert.throws(() => addressOf(given), /is no address of a service/)
  })
