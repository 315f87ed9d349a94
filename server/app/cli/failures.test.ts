// Each failure names its cause, and ends the process with the documented exit code.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError } from '../../kernel/process/settings.ts'
import { Fail } from '../../kernel/values/fail.ts'
import { COMMANDS } from './commands.ts'
import { CommandFailure, type EXIT_CODES, failureOf } from './failures.ts'

function caught(work: () => unknown): Error {
  try {
    work()
  } catch (error) {
    if (error instanceof Error) return error
  }
  return assert.fail('it did not fail')
}

const system = (code: string, syscall: string, path?: string) =>
  Object.assign(new Error(`${syscall} ${code}`), { code, syscall, ...(path !== undefined && { path }) })

const AWAY = /^The database cannot be reached \(.*\)\. Check DATABASE_URL, and that its server runs\.$/

function read(typed: string): unknown {
  const [first, ...args] = typed.split(' ')
  return COMMANDS.find(({ name }) => name === first)?.read(args)
}

type Row = [what: string, error: Error, why: keyof typeof EXIT_CODES, text: RegExp]

const FAILURES: Row[] = [
  ...Object.entries({
    'pay --nonsense': 'There is no option "--nonsense". "pay --help" lists all.',
    'pay --ammount=3': 'There is no option "--ammount". Did you mean "--amount"? "pay --help" lists all.',
    'pay -q': 'There is no option "-q". "pay --help" lists all.',
    'pay --amount': '--amount needs a value. "pay --help" lists all.',
    'pay --amount -3': '--amount needs a value; one that begins with a dash is written --amount=-3.',
    'mcp --write=3': '--write takes no value. "mcp --help" lists all.',
  }).map(
    ([typed, message]): Row => [
      typed,
      caught(() => read(typed)),
      'notUnderstood',
      RegExp(RegExp.escape(message)),
    ],
  ),
  ['wrong settings', new ConfigError(['PORT must be a number']), 'failed', /PORT must be a number/],
  ['a refusal of a rule', new Fail('forbidden', { advice: 'not so' }), 'failed', /^Forbidden: not so$/i],
  [
    'a refusal of fields',
    new Fail('invalid_request_parameters', { details: [{ field: '--team', issue: 'is no team' }] }),
    'failed',
    /^--team is no team$/,
  ],
  ['a port in use', system('EADDRINUSE', 'listen'), 'failed', /another program uses this port; set PORT/],
  ['a folder that is not there', system('ENOENT', 'open', '/nowhere/file'), 'failed', /^open ENOENT$/],
  ['a port of the system', system('EACCES', 'listen'), 'failed', /set PORT to one above 1023\.$/],
  ['a file that may not be read', system('EACCES', 'open', '/closed/file'), 'failed', /^open EACCES$/],
  ['a database without its socket', system('ENOENT', 'connect', '/run/pg/.s.PGSQL.5432'), 'notReached', AWAY],
  ['a database that refuses', system('ECONNREFUSED', 'connect'), 'notReached', AWAY],
  ['a database without such a name', system('ENOTFOUND', 'getaddrinfo'), 'notReached', AWAY],
  ['a database that ends', new Error('Connection terminated unexpectedly'), 'notReached', AWAY],
  ['a database that shuts down', Object.assign(new Error('going'), { code: '57P01' }), 'notReached', AWAY],
  ['a full disk of our own', system('ENOSPC', 'write'), 'failed', /^The disk that was written to is full \(/],
  [
    'a full disk of the database',
    Object.assign(new Error('could not extend file'), { code: '53100' }),
    'notReached',
    /^The database takes no changes now \(could not extend file\)\./,
  ],
  [
    'a service',
    new CommandFailure('notAllowed', ['log in', 'faça login'], 'unauthorized'),
    'notAllowed',
    /^log in$/,
  ],
  ['anything else', new Error('so it is'), 'failed', /^so it is$/],
  ['something without words', new TypeError(), 'failed', /^TypeError$/],
]

for (const [what, error, why, text] of FAILURES)
  test(`${what} has its own failure and text`, () => {
    const failure = failureOf(error)
    assert.equal(failure.why, why)
    assert.match(failure.text[0], text)
  })

test('a failure includes the code of the catalogue', () => {
  assert.equal(failureOf(new Fail('forbidden')).code, 'forbidden')
  assert.equal(failureOf(new CommandFailure('failed', ['x', 'x'], 'sold_out')).code, 'sold_out')
  assert.equal(failureOf(new Error('x')).code, undefined)
})
