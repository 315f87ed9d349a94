// Six agencies, each with a fake bank of another Pix profile: callback registered, charged, paid by callback and by
// reading, refunded; and an operator whose bank fails to register at first.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { disconnectWalletBank } from '../../server/features/payments/wallet-banks.ts'
import { fixedClock } from '../../server/kernel/process/clock.ts'
import { isBrCode } from '../../server/kernel/values/br-code.ts'
import { newAgency } from '../support/agency.ts'
import { eventually } from '../support/eventually.ts'
import { operatorsBank, PROVIDERS, providerBody } from '../support/fakes/connected-bank.ts'
import { FAKE_PROFILES, type FakeProfile } from '../support/fakes/fake-profiles.ts'
import { type FakePsp, startFakePsp } from '../support/fakes/fake-psp.ts'
import { INVOICES, newInvoice, read } from '../support/invoicing.ts'
import { startApp } from '../support/start-app.ts'

const wall = fixedClock(new Date('2026-11-16T12:00:00.000Z'))
const PUBLIC_URL = 'https://agencia.example.test'
const app = await startApp({ wall, bankTimeoutMs: 5_000, settings: { PUBLIC_URL } })
const { world } = app.service
const MINUTE = 60_000

async function startBank(profile?: FakeProfile): Promise<FakePsp> {
  const psp = await startFakePsp({ clock: wall, ...(profile && { profile }) })
  psp.reach = (url) => url.replace(PUBLIC_URL, app.url)
  psp.books.refundsEnd = 'DEVOLVIDO'
  after(() => psp.close())
  return psp
}

/** Time goes on, and whatever is due is done, until it is so. */
const inTime = (what: string, isSo: () => Promise<boolean> | boolean, stepMs = 10_000) =>
  eventually(what, async () => {
    wall.advance(stepMs)
    world.jobsAdded()
    // Times that pile up would each be worked off.
    await app.service.worker?.idle()
    return isSo()
  })

/** Tokens are fetched besides. */
function assertAllChecked(psp: FakePsp): string {
  const asked = psp.calls.filter(({ method }) => method !== 'POST').length
  const { requests, answers, ownWays, callbacks } = psp.checked
  assert.deepEqual([requests, answers + ownWays], [asked, asked], 'nothing went by unchecked')
  return `${requests} requests, ${answers} answers and ${callbacks} callbacks fit Banco Central's schema`
}

for (const [name, profile] of Object.entries(FAKE_PROFILES)) {
  test(`${name}: connect, charge, callback, read, refund`, async (t) => {
    const psp = await startBank(profile)
    const { live } = await newAgency(app)
    const body = providerBody(psp, profile.isSecretless === true ? { client_secret: undefined } : {})
    const connected = await live.post(PROVIDERS, body)
    assert.equal(connected.status, 201, connected.text)
    const { id: providerId, callback_url, callbacks, settings } = connected.body.data
    assert.deepEqual(
      [settings.profile, callbacks, psp.count('PUT /webhook')],
      [name, false, 0],
      'not registered yet',
    )
    await inTime('the bank has agreed to call', async () => (await read(live, PROVIDERS))[0].callbacks)
    assert.equal(psp.books.webhooks.get(psp.settings.pix_key), callback_url)

    const isPaid = async (id: string) => (await read(live, `${INVOICES}/${id}`)).payment_status === 'paid'
    const invoice = await newInvoice(live, { status: 'sent' })
    assert.ok(isBrCode(invoice.pix.copy_paste))
    assert.ok(invoice.pix.copy_paste.includes(psp.books.charges.get(invoice.pix.txid)?.location))
    psp.pay(invoice.pix.txid)
    assert.deepEqual(await psp.callBack(callback_url, [invoice.pix.txid]), [200])
    await inTime('paid, as the bank reports', () => isPaid(invoice.id))

    const silent = await newInvoice(live, { status: 'sent', due_date: '2099-01-01' })
    psp.pay(silent.pix.txid)
    await inTime('paid, as the bank is asked', () => isPaid(silent.id), 5 * MINUTE)

    const refund = `${INVOICES}/${invoice.id}/refunds`
    assert.equal((await live.post(refund, { amount: 50 })).status, 201)
    await inTime('given back', async () => (await read(live, refund))[0].status === 'succeeded')
    assert.equal(psp.books.payments[0]?.devolucoes?.[0]?.valor, '50.00')

    const dropped = await newInvoice(live, { status: 'sent' })
    assert.equal((await live.patch(`${INVOICES}/${dropped.id}`, { status: 'cancelled' })).status, 200)
    const chargeOf = (txid: string) => psp.books.charges.get(txid)?.status
    await inTime('withdrawn', () => chargeOf(dropped.pix.txid) === 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
    t.diagnostic(assertAllChecked(psp))
    assert.equal((await live.delete(`${PROVIDERS}/${providerId}`)).status, 200)
  })
}

test('a bank whose callback registration fails is asked again until it succeeds', async (t) => {
  const psp = await startBank()
  const { live } = await newAgency(app)
  psp.reach = (url) => url.replace(PUBLIC_URL, `${app.url}/nobody`)
  psp.trouble('PUT /webhook', 503)
  assert.equal((await live.post(PROVIDERS, providerBody(psp))).status, 201)
  await inTime('asked in vain', () => psp.count('PUT /webhook') >= 4, MINUTE)
  assert.equal((await read(live, PROVIDERS))[0].callbacks, false)
  // After the first tries once a day, as it works without.
  await inTime('seven times', () => psp.count('PUT /webhook') >= 7, 8 * 60 * MINUTE)
  psp.reach = (url) => url.replace(PUBLIC_URL, app.url)
  await inTime('it agrees', async () => (await read(live, PROVIDERS))[0].callbacks, 8 * 60 * MINUTE)
  t.diagnostic(assertAllChecked(psp))
})

test("the operator's bank registers its callback after storage, and again when its payments are read", async () => {
  const psp = await startBank()
  const callbacks = async (id: string) => {
    const { rows } = await world.pool.query('select callbacks from payment_providers where id = $1', [id])
    return rows[0].callbacks
  }
  const first = await operatorsBank(world, psp)
  assert.equal(await callbacks(first.id), true, 'its address was live')
  await disconnectWalletBank(world, first.id, true)
  psp.trouble('PUT /webhook', 503)
  const second = await operatorsBank(world, psp)
  assert.equal(await callbacks(second.id), false)
  await inTime('it agrees', () => callbacks(second.id), 5 * MINUTE)
  assert.match(psp.books.webhooks.get(psp.settings.pix_key) ?? '', new RegExp(`${second.callback_url}$`))
})

test('a callback address responds to probes of any kind, if its provider exists', async () => {
  const psp = await startBank()
  const { live } = await newAgency(app)
  const { callback_url } = (await live.post(PROVIDERS, providerBody(psp))).body.data
  const { pathname } = new URL(callback_url)
  for (const path of [pathname, `${pathname}/pix`]) {
    assert.deepEqual((await app.anybody.get(path)).body, { success: true })
    const url = `${app.url}${path}`
    const json = { method: 'POST', headers: { 'content-type': 'application/json;charset=UTF-8' } }
    for (const init of [{ method: 'HEAD' }, { method: 'POST' }, json, { ...json, body: '{}' }])
      assert.equal((await fetch(url, init)).status, 200, `${JSON.stringify(init)} ${path}`)
    assert.equal((await app.anybody.get(path.replace(/\w{5}(?=\/pix$|$)/, 'zzzzz'))).status, 404)
  }
})
