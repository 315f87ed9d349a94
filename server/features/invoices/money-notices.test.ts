// Mails to clients and agencies about payments and refunds, and the sums of an invoice.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { newAgency, untilSettled } from '../../../test/support/agency.ts'
import { INVOICES, ITEM, newClient, newInvoice, read } from '../../../test/support/invoicing.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

const wall = fixedClock(new Date('2026-11-15T15:00:00.000Z'))
const app = await startApp({ wall })
const { live } = app
const items = (unit_price: number) => [{ ...ITEM, unit_price }]
const pay = (id: string, body?: object) => live.post(`/api/v1/test/charges/${id}/pay`, body)
const settled = async () => {
  const { id } = (await live.get('/api/v1/me')).body.data
  await untilSettled(app, id, 'live')
}
const mailsOf = async (id: string): Promise<{ subject: string; text: string }[]> => {
  await settled()
  const { data } = (await live.get(`/api/v1/mails?invoice_id=${id}`)).body
  return Promise.all(data.map(async ({ id: mail }: { id: string }) => read(live, `/api/v1/mails/${mail}`)))
}

test('the mail about a payment names the new payment, then the sum', async () => {
  const { id } = await newInvoice(live, { status: 'sent', items: items(150) })
  await pay(id, { amount: 50 })
  await pay(id)
  const [mail] = await mailsOf(id)
  assert.match(mail!.text, /recebeu o pagamento de R\$\s100,00/)
  assert.match(mail!.text, /Valor recebido: R\$\s100,00/)
  assert.match(mail!.text, /Total pago: R\$\s150,00/)
})

test('a refund is mailed to the client, with what is still due', async () => {
  const [one, two] = [
    await newInvoice(live, { status: 'sent', items: items(150) }),
    await newInvoice(live, { status: 'sent', items: items(150) }),
  ]
  await pay(one.id)
  await pay(two.id)
  await live.post(`${INVOICES}/${one.id}/refunds`, { amount: 40 })
  await live.post(`${INVOICES}/${two.id}/refunds`, { amount: 40, reduces_amount_due: false })
  const [waived] = await mailsOf(one.id)
  const [reopened] = await mailsOf(two.id)
  assert.match(waived!.subject, /Devolução de R\$\s40,00: fatura 2026-/)
  assert.match(waived!.text, /Não há mais nada a pagar nesta fatura/)
  assert.match(reopened!.text, /volta a ser devido: falta pagar R\$\s40,00, com vencimento em 20\/11\/2026/)
  const kinds = (await live.get(`/api/v1/messages?invoice_id=${one.id}`)).body.data
  assert.deepEqual(
    kinds.map(({ kind }: { kind: string }) => kind),
    ['refunded', 'paid', 'sent'],
  )
})

test('page and PDF show paid late charges, and refunded amounts apart from payments', async () => {
  const agency = await newAgency(app)
  await agency.live.patch('/api/v1/team', { late_payment: { fine_percent: 2, interest_percent: 1 } })
  const late = { status: 'sent', issue_date: '2026-10-01', due_date: '2026-10-16', items: items(100) }
  const { id, payment_url } = await newInvoice(agency.live, late)
  await agency.live.post(`/api/v1/test/charges/${id}/pay`)
  const page = async () => (await app.anybody.get(new URL(payment_url).pathname)).text
  assert.match(
    await page(),
    /Ajustes do total[\s\S]*Multa e juros pagos[\s\S]*R\$\s3,00[\s\S]*Pagamentos recebidos/,
  )
  await agency.live.post(`${INVOICES}/${id}/refunds`)
  await untilSettled(app, agency.id, 'live')
  const text = await page()
  assert.match(text, /Ajustes do total[\s\S]*Não é mais devido[\s\S]*-R\$\s100,00[\s\S]*Pagamentos recebidos/)
  assert.doesNotMatch(text, /- R\$/)
})

const CENTS = 100

test('each line of the CSV adds up after payments, refunds, waivers, corrections and removals', async () => {
  const agency = await newAgency(app)
  await agency.live.patch('/api/v1/team', { late_payment: { fine_percent: 2, interest_percent: 1 } })
  const client = await newClient(agency.live)
  const step = fc.record({
    what: fc.constantFrom('pay', 'record', 'refund', 'reopen', 'return', 'correct', 'remove'),
    amount: fc.integer({ min: 1, max: 20_000 }),
  })
  const plans = fc.sample(fc.array(step, { minLength: 1, maxLength: 7 }), { numRuns: 25, seed: 34 })
  for (const [index, plan] of plans.entries()) {
    const { id } = await newInvoice(agency.live, {
      client_id: client.id,
      status: 'sent',
      due_date: index % 2 === 0 ? '2026-10-20' : '2026-11-20',
      items: items(100),
    })
    for (const { what, amount } of plan) {
      const body = { amount: amount / CENTS }
      const path = `${INVOICES}/${id}`
      const { payments } = await read(agency.live, path)
      const manual = payments.find(({ method }: { method: string }) => method === 'manual')
      if (what === 'pay') await agency.live.post(`/api/v1/test/charges/${id}/pay`, body)
      if (what === 'record') await agency.live.post(`${path}/payments`, body)
      if (what === 'refund') await agency.live.post(`${path}/refunds`, body)
      if (what === 'reopen') await agency.live.post(`${path}/refunds`, { ...body, reduces_amount_due: false })
      if (what === 'return') await agency.live.post(`/api/v1/test/charges/${id}/return`, body)
      if (what === 'correct') await agency.live.patch(path, { amount_paid: amount / CENTS })
      if (what === 'remove' && manual) await agency.live.delete(`${path}/payments/${manual.id}`)
      await untilSettled(app, agency.id, 'live')
    }
  }
  const [head = '', ...lines] = (await agency.live.get('/api/v1/invoices.csv')).text.trim().split('\r\n')
  const names = head.split(',')
  assert.equal(lines.length, plans.length)
  let waived = 0
  for (const line of lines) {
    const values = line.split(',')
    const cents = (name: string) => Math.round(Number(values[names.indexOf(name)]) * CENTS)
    const came = cents('amount_paid') - cents('overpaid_amount')
    waived += cents('waived_amount')
    assert.equal(
      cents('total') + cents('late_amount_paid') - cents('waived_amount') - came,
      cents('amount_due'),
      line,
    )
  }
  assert.ok(waived > 0)
})
