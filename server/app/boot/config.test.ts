// Settings: defaults, every kind of invalid value, and all errors reported at once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removedSettings } from '../../kernel/db/settings.ts'
import { ConfigError, mistypedSettings } from '../../kernel/process/settings.ts'
import { handedOver, readConfig, SETTINGS } from './config.ts'

test('the defaults run the service on this machine', () => {
  const config = readConfig({})
  assert.deepEqual(
    [
      config.port,
      config.host,
      config.role,
      config.rateLimitPerMinute,
      config.searchLimitPerMinute,
      config.logLevel,
    ],
    [3000, '127.0.0.1', 'all', 1200, 300, 'info'],
  )
  assert.deepEqual(
    [config.databaseUrl, config.dataDir, config.secretKey, config.metricsPort],
    [null, null, null, null],
  )
})

test('the configuration is the same after transfer to a thread or process', () => {
  const config = readConfig({
    SECRET_KEY: 'ab'.repeat(32),
    EXCHANGE_RATES: 'USD=5.40',
    OIDC_PROVIDERS: 'google=https://accounts.google.com',
    OIDC_CLIENT_IDS: 'google=me',
    OIDC_CLIENT_SECRETS: 'google=secret',
    WEBHOOK_ALLOWED_CIDRS: '10.0.0.0/8',
    SANDBOX_HOSTS: 'pix.bank.example',
    DNS_SERVERS: '127.0.0.1',
  })
  assert.deepEqual(handedOver(structuredClone(config)), config)
  assert.equal(handedOver(readConfig({})).secretKey, null)
})

test('an empty setting counts as unset', () => {
  assert.equal(readConfig({ PORT: '', DATABASE_URL: '  ' }).port, 3000)
})

const wrong: [string, string, RegExp][] = [
  ['PORT', 'abc', /^PORT must be a whole number from 0 to 65535$/],
  ['PORT', '65536', /whole number/],
  ['PORT', '-1', /whole number/],
  ['PORT', '3000.5', /whole number/],
  ['PUBLIC_URL', 'example.com', /must be an address such as/],
  ['PUBLIC_URL', 'ftp://example.com', /must be an address/],
  ['TRUST_PROXY', 'true', /must be the number of proxies in front, or their addresses/],
  ['TRUST_PROXY', '10.0.0.0/8, nginx', /must be the number/],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317', /must be an address such as/],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization', /must be pairs such as/],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%0d%0ab', /must be pairs/],
  ['OTEL_TRACES_SAMPLER', 'sometimes', /must be one of always_on/],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5', /must be a number from 0 to 1/],
  ['WEBHOOK_ALLOWED_CIDRS', '10.0.0.0', /must be address ranges/],
  ['WEBHOOK_ALLOWED_CIDRS', '10.0.0.0/33', /must be address ranges/],
  ['ROLE', 'everything', /must be one of all, api, worker/],
  ['DATABASE_URL', 'mysql://x', /must look like postgresql/],
  ['DATABASE_URL', 'postgresql://ana:x@one:5432,two:5432/embarque', /must name one host/],
  ['DATABASE_OWNER_URL', 'postgresql://ana@/embarque?host=one,two', /must name one host/],
  ['DATABASE_POOL_MAX', '1', /from 2 to 500/],
  ['SECRET_KEY', 'short', /must be 32 bytes/],
  ['BOOTSTRAP_LIVE_KEY', 'sk_test_0123456789abcdef', /must be sk_live_/],
  ['BOOTSTRAP_TEST_KEY', 'sk_test_short', /must be sk_test_/],
  ['RATE_LIMIT_PER_MINUTE', '1.5', /whole number/],
  ['LOG_LEVEL', 'loud', /must be one of fatal/],
  ['NODE_ENV', 'prod', /must be one of production, development, test$/],
  ['NODE_ENV', 'Production', /must be one of production/],
  ['NODE_ENV', 'staging', /must be one of production/],
  ['SANDBOX_HOSTS', 'https://bank.example', /must be names of hosts/],
  ['SANDBOX_HOSTS', 'bank.example, *', /must be names of hosts/],
  ['SMTP_URL', 'mail.example.com:587', /must look like smtp:/],
  ['SMTP_URL', 'https://mail.example.com', /must look like smtp:/],
  ['SMTP_URL', 'smtp://', /must look like smtp:/],
  ['MAIL_FROM', 'Embarque', /must be one address/],
  ['MAIL_FROM', 'a@example.com, b@example.com', /must be one address/],
  ['MAIL_FROM', 'A <a@example.com>, B <b@example.com>', /must be one address/],
  ['MAIL_FROM', 'Silva, Ana <ana@example.com>', /must be one address/],
  ['MAIL_FROM', 'a@b@example.com', /must be one address/],
]
for (const [name, value, message] of wrong) {
  test(`${name}=${value} is refused with a sentence`, () => {
    assert.throws(
      () => readConfig({ [name]: value }),
      (error) => {
        assert.ok(error instanceof ConfigError)
        const line = error.message.split('\n')[1]!.replace('  - ', '')
        assert.ok(line.startsWith(`${name} must`), line)
        assert.match(line, message)
        return true
      },
    )
  })
}

test('every invalid setting is reported at once', () => {
  assert.throws(
    () => readConfig({ PORT: 'x', ROLE: 'y', LOG_LEVEL: 'z' }),
    (error) => (error as Error).message.split('\n').length === 4,
  )
})

test('a secret key is hex or base64, and a public address loses its trailing slash', () => {
  const bytes = Buffer.alloc(32, 7)
  assert.deepEqual(readConfig({ SECRET_KEY: bytes.toString('hex') }).secretKey, bytes)
  assert.deepEqual(readConfig({ SECRET_KEY: bytes.toString('base64') }).secretKey, bytes)
  assert.equal(readConfig({ PUBLIC_URL: 'https://api.example.com/' }).publicUrl, 'https://api.example.com')
})

test('a mail server can have a login, and a sender a name', () => {
  for (const url of ['smtp://localhost:25', 'smtps://ana%40x:s%2Fx@mail.example.com', 'smtp://[::1]:587']) {
    assert.equal(readConfig({ SMTP_URL: url }).smtpUrl, url)
  }
  for (const from of [
    'ana@example.com',
    'Viagens São João <a@example.com>',
    '"Silva, Ana" <a@example.com>',
  ]) {
    assert.equal(readConfig({ MAIL_FROM: from }).mailFrom, from)
  }
  assert.deepEqual([readConfig({}).smtpUrl, readConfig({}).mailFrom], [null, 'Embarque <embarque@localhost>'])
})

test('an archive is a folder, and requires the embedded database', () => {
  assert.equal(readConfig({ BACKUP_DIR: '/mnt/away/' }).backupDir, '/mnt/away')
  assert.throws(() => readConfig({ BACKUP_DIR: '/mnt/a\nb' }), /BACKUP_DIR must not contain a line break/)
  const both = { BACKUP_DIR: '/mnt/away', DATABASE_URL: 'postgresql://x@127.0.0.1/x' }
  assert.throws(
    () => readConfig(both),
    /BACKUP_DIR is for the embedded database, and DATABASE_URL names another/,
  )
})

test('a live token of a carrier is refused outside production, unless its server is a sandbox', () => {
  const live = { DUFFEL_TOKEN: 'duffel_live_1' }
  for (const NODE_ENV of ['', 'development', 'test'])
    assert.throws(
      () => readConfig({ ...live, NODE_ENV }),
      /DUFFEL_TOKEN sells real flights, and NODE_ENV is not/,
    )
  const sandbox = { DUFFEL_URL: 'https://duffel.sandbox.example', SANDBOX_HOSTS: 'Duffel.sandbox.example' }
  for (const fine of [
    { NODE_ENV: 'production' },
    { DUFFEL_URL: 'http://127.0.0.1:9' },
    { DUFFEL_URL: 'http://localhost:9' },
    sandbox,
  ])
    assert.equal(readConfig({ ...live, ...fine }).duffelToken, 'duffel_live_1')
  assert.equal(readConfig({ DUFFEL_TEST_TOKEN: 'duffel_test_1' }).duffelTestToken, 'duffel_test_1')
})

test('only a name that looks like a mistyped setting is reported', () => {
  const names = {
    DATABSE_URL: 'x',
    PUBLIC_ULR: 'x',
    HOME: 'x',
    HOSTNAME: 'x',
    DATABASE_URL: 'x',
    LOGNAME: 'x',
    EDITOR: 'x',
  }
  assert.deepEqual(mistypedSettings(SETTINGS, names), [
    'DATABSE_URL is not a setting and has no effect: did you mean DATABASE_URL?',
    'PUBLIC_ULR is not a setting and has no effect: did you mean PUBLIC_URL?',
  ])
})

test('every unknown name of the file .env is reported', () => {
  const names = { PUBLIC_ULR: 'x', PROT: '1', COLOUR: 'x', PORT: '1', EMBARQUE_URL: 'x' }
  assert.deepEqual(mistypedSettings(SETTINGS, { ...names, EDITOR: 'x' }, Object.keys(names)), [
    'PUBLIC_ULR is not a setting and has no effect: did you mean PUBLIC_URL?',
    'PROT is not a setting and has no effect: did you mean PORT?',
    'COLOUR in the file .env is not a setting of the service',
  ])
})

test('a removed setting is ignored with a warning that names its replacement', () => {
  assert.deepEqual(removedSettings({ DATABASE_URL: 'postgresql://one/db', DATABASE_READ_URL: ' ' }), [])
  for (const name of ['DATABASE_READ_URL', 'DATABASE_DIRECT_URL']) {
    const [warning, ...others] = removedSettings({ [name]: 'postgresql://two/db' })
    assert.match(warning ?? '', new RegExp(`^${name} has no effect any more: .*DATABASE_URL`))
    assert.deepEqual(others, [])
  }
})
