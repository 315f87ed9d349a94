// Six banks with their differences: our profile is all that is needed. And the settings for an unknown bank.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { PIX_PROFILES } from '../../../../contract/banks/pix.ts'
import { englishOf } from '../../../../contract/phrases/issues.ts'
import { FAKE_PROFILES, type FakeProfile, standard } from '../../../../test/support/fakes/fake-profiles.ts'
import { confirmed, NOON, pixBank, pixOrder, withSettings } from '../../../../test/support/fakes/pix-bank.ts'
import { addressesOf, dialectOf, settingFaults, shownSettings } from './pix-settings.ts'

const URL_OF_OURS = 'https://agencia.example.com/callbacks/abc'

/** Without a secret the bank issues no token. */
async function withProfile(t: TestContext, profile: FakeProfile) {
  const { psp, connect } = await pixBank(t, profile)
  return { psp, connect, bank: connect(profile.isSecretless === true ? { client_secret: undefined } : {}) }
}

test('each profile but the generic one has a fake bank', () => {
  assert.deepEqual(['generic', ...Object.keys(FAKE_PROFILES)], [...PIX_PROFILES])
})

for (const [name, profile] of Object.entries(FAKE_PROFILES)) {
  test(`${name}: registered, charged, read, listed, refunded, withdrawn`, async (t) => {
    const { psp, bank } = await withProfile(t, profile)
    assert.deepEqual(confirmed(await bank.register(URL_OF_OURS)), { callbacks: true })
    assert.deepEqual(confirmed(await bank.received(NOON, NOON)).payments, [])
    const [paid, dropped] = [pixOrder(), pixOrder()]
    const code = confirmed(await bank.open(paid))
    assert.deepEqual(confirmed(await bank.open(paid)), code, 'the same again')
    confirmed(await bank.open(dropped))
    assert.equal(confirmed(await bank.read(paid.txid)).status, 'open')
    const { endToEndId } = psp.pay(paid.txid)
    assert.equal(confirmed(await bank.read(paid.txid)).payments[0]?.id, endToEndId)
    assert.equal(confirmed(await bank.received(NOON, NOON)).payments.length, 1)
    assert.equal(confirmed(await bank.refund(endToEndId, 'devolucao1', 100n)).status, 'processing')
    assert.equal(confirmed(await bank.refund(endToEndId, 'devolucao1', 100n)).status, 'processing')
    assert.equal(confirmed(await bank.returned(NOON, NOON)).payments[0]?.returns?.length, 1)
    assert.equal(confirmed(await bank.withdraw(dropped.txid)).status, 'removed')
    const absent = await bank.read(pixOrder().txid)
    assert.equal(absent.outcome === 'rejected' && absent.cause, 'absent')
    const { requests, answers, ownWays } = psp.checked
    const asked = psp.calls.filter(({ method }) => method !== 'POST').length
    assert.deepEqual([requests, answers + ownWays], [asked, asked], 'nothing went by unchecked')
    t.diagnostic(
      `${requests} requests and ${answers} answers fit the schema; ${ownWays} answers in its own way`,
    )
  })

  test(`${name}: does not work without its profile`, async (t) => {
    const { connect } = await withProfile(t, profile)
    const outcome = await connect({ profile: 'generic', app_key: undefined, account: undefined }).register(
      URL_OF_OURS,
    )
    assert.notEqual(outcome.outcome === 'confirmed' && outcome.value.callbacks, true)
  })
}

test('a bank without a profile is configured by settings for tokens, scopes, headers and parameters', async (t) => {
  const odd: FakeProfile = {
    ...standard,
    parameters: ['tenant'],
    askedScopes: ({ raw }, { id }) =>
      raw === `grant_type=client_credentials&client_id=${id}&scope=pix.read+cob.read`
        ? 'pix.read cob.read'
        : null,
    misses: (_call, { headers, query }) =>
      headers['x-app'] === 'chave-do-app' && headers['x-two'] === '2' && query.tenant === 'a b'
        ? null
        : 'algo',
  }
  const { connect } = await pixBank(t, odd)
  const settings = {
    client_secret: undefined,
    token_auth: 'body',
    scopes: 'pix.read cob.read',
    headers: 'X-App: chave-do-app\r\n\nx-two:2',
    query: 'tenant=a+b',
  }
  assert.deepEqual(confirmed(await connect(settings).received(NOON, NOON)).payments, [])
  const refused = await connect({ ...settings, headers: 'X-App: chave-errada' }).received(NOON, NOON)
  assert.match(refused.outcome === 'rejected' ? refused.reason : '', /Falta: algo/)
})

test('keys and headers in an error of the bank are masked', async (t) => {
  const { psp, connect } = await pixBank(t, {
    ...FAKE_PROFILES['banco-do-brasil'],
    parameters: ['gw-app-key', 'gw-dev-app-key'],
  })
  const quoted = [psp.settings.app_key, 'chave-do-app', 'em-segredo'].join(' ')
  psp.trouble('GET /cob/', () => ({ status: 400, body: { erros: [{ mensagem: `Inválido: ${quoted}` }] } }))
  const bank = connect({ headers: 'x-app: chave-do-app', query: 'gw-app-key=em-segredo' })
  const { reason } = (await bank.read(pixOrder().txid)) as { reason: string }
  assert.equal(reason, 'Inválido: *** *** ***')
})

test('invalid settings of a profile are refused', async (t) => {
  const { psp } = await pixBank(t)
  const faults = (changes: object) =>
    settingFaults(withSettings(psp, changes), NOON).map(({ field, issue }) => `${field} ${englishOf(issue)}`)
  const wrong: [changes: object, fault: RegExp][] = [
    [{ profile: 'bradesco' }, /^profile must be one of generic, efi, banco-do-brasil, itau,/],
    [{ profile: 'constructor' }, /^profile must be one of/],
    [{ api_url: undefined }, /^api_url must be an https address/],
    [{ token_url: undefined }, /^token_url must be an https address/],
    [{ profile: 'itau', client_secret: undefined }, /^client_secret is required for Itaú/],
    [{ profile: 'banco-do-brasil' }, /^app_key is required for Banco do Brasil/],
    [{ token_auth: 'digest' }, /^token_auth must be basic or body/],
    [{ scopes: 'a  b' }, /^scopes must be words/],
    [{ headers: 'no header' }, /^headers must be lines/],
    [{ headers: 'Authorization: mine' }, /^headers must be lines/],
    [{ headers: 'x-a: ação' }, /^headers must be lines/],
    [{ query: 'a=1\n' }, /^query must be/],
    [{ account: '1 2' }, /^account must have no spaces/],
    [{ app_key: 'ä' }, /^app_key must have no spaces/],
  ]
  for (const [changes, fault] of wrong) assert.match(faults(changes).join('\n'), fault)
  for (const profile of ['efi', 'itau', 'inter', 'sicoob', 'santander'])
    assert.deepEqual(faults({ profile, api_url: undefined, token_url: undefined }), [], profile)
  assert.deepEqual(faults({ profile: 'sicoob', client_secret: undefined, scopes: '' }), [])
})

test('the shown settings of a profile contain no secret', async (t) => {
  const { psp } = await pixBank(t)
  const changes = {
    profile: 'santander',
    api_url: undefined,
    token_url: undefined,
    headers: 'x-a: b',
    query: 'c=d',
  }
  const {
    certificate: _,
    authority,
    client_id,
    pix_key,
    ...shown
  } = shownSettings(withSettings(psp, { ...changes, account: '123', app_key: 'e' }))
  assert.deepEqual(shown, {
    profile: 'santander',
    api_url: null,
    token_url: null,
    account: '123',
    token_auth: null,
    scopes: null,
    receiving_account: null,
    receiving_branch: null,
    receiving_account_type: null,
  })
  assert.deepEqual(addressesOf(withSettings(psp, changes)), {
    apiUrl: 'https://trust-pix.santander.com.br/api/v1',
    tokenUrl: 'https://trust-pix.santander.com.br/oauth/token?grant_type=client_credentials',
  })
  const { headers } = dialectOf(withSettings(psp, { profile: 'itau' }))
  assert.notEqual(headers(NOON)['x-correlationID'], headers(NOON)['x-correlationID'], 'another one each time')
})
