// Lookups against a real name server on loopback that responds, refuses or stays silent.
import assert from 'node:assert/strict'
import { lookup } from 'node:dns/promises'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { temporaryFolder } from '../../../test/support/data-dir.ts'
import { type DnsServer, startDnsServer } from '../../../test/support/fakes/dns-server.ts'
import { LookUpFailed, type Resolve, UnresolvedName } from '../webhooks/addresses.ts'
import { makeNames, makeOwnNames } from './dns.ts'
import { NAME_SETTINGS } from './settings.ts'

const GOOD = '203.0.113.7'
let dns: DnsServer
let names: Resolve
before(async () => {
  dns = await startDnsServer(() => 'none')
})
beforeEach(() => {
  dns.asked.length = 0
  names = makeNames({ servers: [dns.address] })
})
after(() => dns.close())

const asksFor = (name: string) => dns.asked.filter((asked) => asked === name).length
const isUnsure = (error: Error) => error instanceof LookUpFailed
const isSure = (error: Error) => error instanceof UnresolvedName && !(error instanceof LookUpFailed)

test('all addresses of a name, of both families, are looked up once for all while the record is valid', async () => {
  dns.answer = () => ({ addresses: ['2001:db8::7', GOOD], ttlSeconds: 60 })
  for (const [name, team] of [
    ['hooks.example.test', 'a'],
    ['HOOKS.example.test.', 'b'],
  ] as const)
    assert.deepEqual((await names(name, team)).sort(), ['2001:db8:0:0:0:0:0:7', GOOD].sort().map(short))
  assert.equal(asksFor('hooks.example.test'), 2, 'one question for each family')
})

test('simultaneous connections share one look-up', async () => {
  dns.answer = () => ({ addresses: [GOOD], ttlSeconds: 0 })
  await Promise.all(Array.from({ length: 50 }, () => names('burst.example.test', 'a')))
  assert.equal(asksFor('burst.example.test'), 2)
})

test('an expired record is looked up again', async (t) => {
  t.mock.method(performance, 'now', () => now)
  let now = 1_000
  dns.answer = () => ({ addresses: [GOOD], ttlSeconds: 5 })
  await names('moving.example.test', 'a')
  dns.answer = () => ({ addresses: ['203.0.113.8'], ttlSeconds: 5_000 })
  now += 4_999
  assert.deepEqual(await names('moving.example.test', 'a'), [GOOD])
  now += 2
  assert.deepEqual(await names('moving.example.test', 'a'), ['203.0.113.8'])
  now += 600_001
  dns.answer = () => ({ addresses: [GOOD] })
  assert.deepEqual(
    await names('moving.example.test', 'a'),
    [GOOD],
    'nothing is remembered longer than ten minutes',
  )
})

test('a missing name is a definite result; silence and failures are not', async () => {
  dns.answer = (name) =>
    name.startsWith('gone') ? 'none' : name.startsWith('empty') ? { addresses: [] } : 'fails'
  await assert.rejects(names('gone.example.test', 'a'), isSure)
  await assert.rejects(names('gone.example.test', 'a'), isSure)
  assert.equal(asksFor('gone.example.test'), 2, 'and it is remembered for a moment')
  await assert.rejects(names('empty.example.test', 'a'), isSure)
  await assert.rejects(names('broken.example.test', 'a'), isUnsure)
  await assert.rejects(names(`${'x'.repeat(64)}.example.test`, 'a'), isSure)
  await assert.rejects(names('x.invalid', 'a'), isSure)
  assert.equal(asksFor('x.invalid'), 0)
  await assert.rejects(makeNames({ servers: ['127.0.0.1:9'] })('a.example.test', 'a'), isUnsure)
})

test('forty unresponsive names of one team delay no other team, and block no threads', async () => {
  dns.answer = (name) => (name.endsWith('silent.test') ? 'silent' : { addresses: [GOOD], ttlSeconds: 0 })
  let ended = 0
  const silent = Array.from({ length: 40 }, (_, n) =>
    names(`n${n}.silent.test`, 'attacker')
      .then(null, isUnsure)
      .finally(() => ended++),
  )
  for (let n = 0; n < 20; n++) assert.deepEqual(await names(`h${n}.victim.test`, 'victim'), [GOOD])
  await lookup('localhost')
  assert.equal(ended, 0, 'while the first of the silent ones are still waited for')
  const running = new Set(dns.asked.filter((name) => name.endsWith('silent.test')))
  assert.ok(running.size <= 8, `${running.size} look-ups of one team at once`)
  assert.ok(
    (await Promise.all(silent)).every((isRight) => isRight === true),
    'and all of them end',
  )
})

test('an unresponsive server of one family does not delay the other', async () => {
  dns.answer = () => (dns.asked.length % 2 === 1 ? { addresses: [GOOD] } : 'silent')
  const start = performance.now()
  assert.deepEqual(await names('half.example.test', 'a'), [GOOD])
  // The other is abandoned after three seconds.
  assert.ok(performance.now() - start < 2_500)
})

test('names in the hosts file are not looked up', async () => {
  const path = join(temporaryFolder(), 'hosts')
  writeFileSync(path, '# own\n10.9.8.7 inner Inner.Example.test # two names\n::1 inner\nnonsense x\n')
  const own = makeNames({ servers: [dns.address], ownNames: makeOwnNames(path) })
  assert.deepEqual(await own('INNER', 'a'), ['10.9.8.7', '::1'])
  assert.deepEqual(await own('inner.example.test', 'a'), ['10.9.8.7'])
  assert.deepEqual(await own('localhost', 'a'), ['127.0.0.1', '::1'])
  assert.deepEqual(await own('a.localhost', 'a'), ['127.0.0.1', '::1'])
  assert.deepEqual(dns.asked, [])
  assert.equal(makeOwnNames(join(path, 'none'))('inner'), undefined)
})

test('DNS_SERVERS are addresses', () => {
  const { parse } = NAME_SETTINGS.dnsServers
  assert.deepEqual(parse('10.0.0.2, 10.0.0.3:5353, ::1, [::1]:53'), [
    '10.0.0.2',
    '10.0.0.3:5353',
    '::1',
    '[::1]:53',
  ])
  for (const wrong of ['dns.example', '10.0.0.2:0', '10.0.0.2:70000', '10.0.0', '[::1', ','])
    assert.throws(() => parse(wrong), wrong)
})

function short(ip: string): string {
  return ip.replace('2001:db8:0:0:0:0:0:7', '2001:db8::7')
}

// Names of the hosts file and localhost: they are never sent to a name server or redirected.

const folder = mkdtempSync(join(tmpdir(), 'embarque-hosts-'))
after(() => rmSync(folder, { recursive: true }))

function namesOf(text: string) {
  const file = join(folder, 'hosts')
  writeFileSync(file, text)
  return makeOwnNames(file)
}

test('each line is an address with its names; comments and invalid addresses are skipped', () => {
  const names = namesOf(
    [
      '# the machines of the office',
      '192.0.2.10\tprinter printer.office.example   # upstairs',
      '192.0.2.11 scanner',
      '2001:db8::10 printer',
      '#192.0.2.12 gone',
      'not-an-address nothing',
      '192.0.2.300 too-much',
      '',
      '   192.0.2.13    indented   ',
    ].join('\n'),
  )
  assert.deepEqual(names('printer'), ['192.0.2.10', '2001:db8::10'], 'all of its lines')
  assert.deepEqual(names('printer.office.example'), ['192.0.2.10'])
  assert.deepEqual(names('scanner'), ['192.0.2.11'])
  assert.deepEqual(names('indented'), ['192.0.2.13'])
  for (const name of ['gone', 'nothing', 'too-much', 'upstairs', '#', ''])
    assert.equal(names(name), undefined, name)
})

test('names are lower-cased, and line ends of either system are accepted', () => {
  const names = namesOf('192.0.2.10 Printer.Example\r\n192.0.2.11 Scanner\r\n')
  assert.deepEqual(names('printer.example'), ['192.0.2.10'])
  assert.deepEqual(names('scanner'), ['192.0.2.11'])
})

test('localhost and its subdomains are loopback, even without a hosts file', () => {
  const names = makeOwnNames(join(folder, 'there-is-none'))
  for (const name of ['localhost', 'a.localhost', 'a.b.localhost'])
    assert.deepEqual(names(name), ['127.0.0.1', '::1'], name)
  for (const name of ['notlocalhost', 'localhost.example.com', 'example.com'])
    assert.equal(names(name), undefined, name)
})

test('the hosts file can override localhost, as in the system', () => {
  assert.deepEqual(namesOf('127.0.0.1 localhost')('localhost'), ['127.0.0.1'])
})

test('names of inherited object properties are not found', () => {
  const names = namesOf('192.0.2.10 printer')
  for (const name of ['constructor', '__proto__', 'tostring']) assert.equal(names(name), undefined, name)
})
