// A live agency whose recurring invoices are debited by Pix Automático at Asaas, where the first payment names the code
// alone, and a charge that is overdue was refused.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fixedClock } from '../../server/kernel/process/clock.ts'
import { newAgency } from '../support/agency.ts'
import { eventually } from '../support/eventually.ts'
import { PROVIDERS } from '../support/fakes/connected-bank.ts'
import { startFakeAsaas } from '../support/fakes/fake-asaas.ts'
import { INVOICES, read } from '../support/invoicing.ts'
import { debitedRecurring, liveMandate, MANDATES } from '../support/mandates.ts'
import { startApp } from '../support/start-app.ts'

const wall = fixedClock(new Date('2026-11-16T12:00:00.000Z'))
const asaas = await startFakeAsaas({ clock: wall })
after(() => asaas.close())
asaas.books.hasMandates = true
const app = await startApp({ wall, settings: { PUBLIC_URL: 'https://embarque.example.test' } })
const { live: client } = await newAgency(app)

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
type Data = any

async function days(count: number): Promise<void> {
  for (let day = 0; day < count; day++) {
    wall.advance(86_400_000)
    app.service.world.jobsAdded()
    await app.service.worker!.idle()
  }
}

test('accepted with the first invoice, debited, and paid like any other after a refusal', async () => {
  const connected = await client.post(PROVIDERS, { provider: 'asaas', settings: asaas.settings })
  assert.equal(connected.status, 201, connected.text)
  assert.deepEqual(connected.body.data.methods, ['pix', 'boleto', 'pix_automatic'])
  await app.service.worker!.idle()
  const url = `${app.url}${new URL(connected.body.data.callback_url).pathname}`

  const { id } = await debitedRecurring(client, { start_date: '2026-11-20', billing_day: 20 })
  const mandate = await liveMandate(client, id)
  assert.equal(mandate.retries, 'none', 'Asaas tries no refused debit again')
  const [authorization] = asaas.books.authorizations
  asaas.books.accept(authorization!.id)
  const event = 'PIX_AUTOMATIC_RECURRING_AUTHORIZATION_ACTIVATED'
  for (let times = 0; times < 2; times++)
    assert.equal(await asaas.callBackMandate(url, authorization!.id, event), 200)
  await eventually(
    'active',
    async () => (await read(client, `${MANDATES}/${mandate.id}`)).status === 'active',
  )
  const first = await read(client, `${INVOICES}/${mandate.first_invoice_id}`)
  assert.deepEqual([first.payment_status, first.payments.length], ['paid', 1])

  await days(28)
  const chargeOf = async (): Promise<Data> => (await read(client, `${MANDATES}/${mandate.id}`)).charges[0]
  await eventually('scheduled', async () => (await chargeOf())?.status === 'scheduled')
  const second = asaas.books.payments.find(({ pixAutomaticAuthorizationId }) => pixAutomaticAuthorizationId)!
  await days(6)
  asaas.books.pay(second.externalReference!)
  assert.equal(await asaas.callBack(url, second.externalReference!), 200)
  await eventually('debited', async () => (await chargeOf()).status === 'paid')

  await days(25)
  await eventually('scheduled', async () => (await chargeOf()).status === 'scheduled')
  const third = asaas.books.payments.findLast(
    ({ pixAutomaticAuthorizationId }) => pixAutomaticAuthorizationId,
  )!
  assert.notEqual(third.id, second.id)
  await days(7)
  third.status = 'OVERDUE'
  await days(2)
  const failed = await eventually('the mandate has failed', async () => {
    const charge = await chargeOf()
    return charge.status === 'failed' ? charge : false
  })
  assert.equal(failed.obstacle, 'debit_refused')
  await eventually(
    'an ordinary code',
    async () => (await read(client, `${INVOICES}/${failed.invoice_id}`)).pix !== null,
  )
})
