// Names that the machine knows by itself: no name server hears of them, and nobody can lead localhost elsewhere.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makeOwnNames } from './dns.ts'

const folder = mkdtempSync(join(tmpdir(), 'embarque-hosts-'))
after(() => rmSync(folder, { recursive: true }))

function namesOf(text: string) {
  const file = join(folder, 'hosts')
  writeFileSync(file, text)
  return makeOwnNames(file)
}

test('each line is an address and its names; comments and what is no address are passed over', () => {
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

test('names are known in lower case, and by lines of either system', () => {
  const names = namesOf('192.0.2.10 Printer.Example\r\n192.0.2.11 Scanner\r\n')
  assert.deepEqual(names('printer.example'), ['192.0.2.10'])
  assert.deepEqual(names('scanner'), ['192.0.2.11'])
})

test('localhost and all below it are this machine, without a file too', () => {
  const names = makeOwnNames(join(folder, 'there-is-none'))
  for (const name of ['localhost', 'a.localhost', 'a.b.localhost'])
    assert.deepEqual(names(name), ['127.0.0.1', '::1'], name)
  for (const name of ['notlocalhost', 'localhost.example.com', 'example.com'])
    assert.equal(names(name), undefined, name)
})

test('what the file says of localhost is believed, as the system does', () => {
  assert.deepEqual(namesOf('127.0.0.1 localhost')('localhost'), ['127.0.0.1'])
})

test('names that objects have by birth are not found', () => {
  const names = namesOf('192.0.2.10 printer')
  for (const name of ['constructor', '__proto__', 'tostring']) assert.equal(names(name), undefined, name)
})
