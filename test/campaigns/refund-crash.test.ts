// kill -9 right before and right after every commit of a refund's life, and of a return's: the bank gives back once,
// and invoice, wallet and events are as if nothing had happened.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeClient } from '../support/client.ts'
import {
  type CrashStory,
  pointsOf,
  type Run,
  runStories,
  runWithoutCrash,
  startInstallation,
  untilQuiet,
} from '../support/crash/crash-stories.ts'
import { connectOnCommandLine } from '../support/fakes/bank-on-command-line.ts'
import { PROVIDERS, providerBody } from '../support/fakes/connected-bank.ts'
import { type FakeAsaas, startFakeAsaas } from '../support/fakes/fake-asaas.ts'
import { type FakePsp, startFakePsp } from '../support/fakes/fake-psp.ts'
import { INVOICES, ITEM, newClient, newInvoice } from '../support/invoicing.ts'
import { newRecharge } from '../support/wallet.ts'

const ASK = 'idempotency_keys refunds flush'
const TAKE = 'payment_returns invoices invoice_payments invoice_adjustments refunds flush'
/** The client reads of the refund. */
const NOTICE = ['mails messages flush', 'mails flush']
const PAID = [
  'invoice.created',
  'invoice.sent',
  'invoice.payment_received',
  'invoice.paid',
  'invoice.cancelled',
]
const REFUNDED = ['invoice.refund.created', 'invoice.payment.returned', 'invoice.refund.succeeded']
const CONNECTED = 'integration.connected'

const installation = await startInstallation()
const psp = await startFakePsp()
after(() => psp.close())
psp.books.refundsEnd = 'DEVOLVIDO'

/** Recharges are collected by the operator's bank. */
const operators = await startFakePsp()
after(() => operators.close())

const asaas = await startFakeAsaas()
/** By team: an account has ten webhooks at most. */
const accounts = new Map<string, FakeAsaas>()
after(async () => {
  for (const account of [asaas, ...accounts.values()]) await account.close()
})

/** A bank that gets payments, and sends callbacks about them. */
interface PaidBank {
  /** The id of the payment. */
  pay(txid: string): string
  /** The status that it got. */
  tell(url: string, txid: string): Promise<number | undefined>
}

const at = (bank: FakePsp): PaidBank => ({
  pay: (txid) => bank.pay(txid).endToEndId,
  tell: async (url, txid) => (await bank.callBack(url, [txid]))[0],
})
const atAsaas = ({ books, callBack }: FakeAsaas): PaidBank => ({
  pay: (txid) => books.pay(txid).id,
  tell: callBack,
})

const callbackPaths = new Map<string, string>()
const paid = new Map<string, { id: string; paymentId: string }>()
const txids = new Map<string, string>()

/** Until the bank knows whom to call, and how. */
async function connect(run: Run, body: object): Promise<void> {
  const { service, team } = run
  const answer = await makeClient(service.url, team.live).post(PROVIDERS, body)
  assert.equal(answer.status, 201, answer.text)
  callbackPaths.set(team.id, new URL(answer.body.data.callback_url).pathname)
  await untilQuiet(run)
}

async function payAtBank(run: Run, id: string, bank: PaidBank): Promise<string> {
  const { rows } = await run.database.query('select txid from charges where reference_id = $1', [id])
  const paymentId = bank.pay(rows[0].txid)
  await reportPayment(run, rows[0].txid, bank)
  await untilQuiet(run)
  return paymentId
}

async function reportPayment({ service, team }: Run, txid: string, bank: PaidBank): Promise<void> {
  const report = () => bank.tell(service.url + callbackPaths.get(team.id), txid)
  assert.equal(await service.retry(report), 200)
}

/** What either bank has given back of a payment. */
function givenBack(paymentId: string): [amount: string, status: string][] {
  const atPsp = psp.books.payments.find(({ endToEndId }) => endToEndId === paymentId)?.devolucoes ?? []
  const there = asaas.books.payments.find(({ id }) => id === paymentId)?.refunds ?? []
  return [
    ...atPsp.map(({ valor, status }): [string, string] => [valor, status]),
    ...there.map(({ value, status }): [string, string] => [value.toFixed(2), status]),
  ]
}

/** Cancelled, like a trip that does not take place, so that nothing is due again. */
async function cancelledInvoice(run: Run, pay: (id: string) => Promise<string>): Promise<void> {
  const client = makeClient(run.service.url, run.team.live)
  const client_id = (await newClient(client, { cpf: '529.982.247-25' })).id
  const { id } = await newInvoice(client, { client_id, status: 'sent', due_date: '2099-01-01' })
  const paymentId = await pay(id)
  const answer = await client.patch(`${INVOICES}/${id}`, { status: 'cancelled' })
  assert.equal(answer.body.data?.amount_paid, 150, answer.text)
  await untilQuiet(run)
  paid.set(run.team.id, { id, paymentId })
}

async function refund(run: Run): Promise<void> {
  const answer = await run.send('POST', `${INVOICES}/${paid.get(run.team.id)!.id}/refunds`, { amount: 90 })
  assert.equal(answer.status, 201, answer.text)
}

async function see({ service, team }: Run): Promise<object> {
  const client = makeClient(service.url, team.live)
  const { id, paymentId } = paid.get(team.id)!
  const { payment_status, amount_paid, payments } = (await client.get(`${INVOICES}/${id}`)).body.data
  return {
    invoice: { payment_status, amount_paid, payments },
    refunds: (await client.get(`${INVOICES}/${id}/refunds`)).body.data,
    atBank: givenBack(paymentId),
  }
}

const STORIES: CrashStory[] = [
  {
    name: 'refund at the simulated bank',
    mode: 'live',
    prepare: (run) =>
      cancelledInvoice(run, async (id) => {
        await makeClient(run.service.url, run.team.live).post(`/api/v1/test/charges/${id}/pay`)
        return ''
      }),
    play: refund,
    see,
    commits: [ASK, TAKE, ...NOTICE],
    events: [...PAID, ...REFUNDED],
    balance: '0.00',
  },
  ...[
    { name: 'refund at the bank', bank: at(psp), body: providerBody(psp) },
    { name: 'refund at Asaas', bank: atAsaas(asaas), body: { provider: 'asaas', settings: asaas.settings } },
  ].map(
    ({ name, bank, body }): CrashStory => ({
      name,
      mode: 'live',
      async prepare(run) {
        await connect(run, body)
        await cancelledInvoice(run, (id) => payAtBank(run, id, bank))
      },
      play: refund,
      see,
      commits: [ASK, TAKE, ...NOTICE],
      events: [CONNECTED, ...PAID, ...REFUNDED],
      balance: '0.00',
    }),
  ),
]

const returned = (callbackPath: string): CrashStory => ({
  name: 'a recharge that goes back',
  mode: 'live',
  async prepare(run) {
    callbackPaths.set(run.team.id, callbackPath)
    const { id } = await newRecharge(makeClient(run.service.url, run.team.live), '500.00')
    paid.set(run.team.id, { id, paymentId: await payAtBank(run, id, at(operators)) })
  },
  async play(run) {
    const { paymentId } = paid.get(run.team.id)!
    operators.books.giveBack(paymentId, { amount: '120.00' })
    const { txid } = operators.books.payments.find(({ endToEndId }) => endToEndId === paymentId)!
    await reportPayment(run, txid, at(operators))
  },
  commits: [
    'payment_callbacks flush',
    'charge_payments charges',
    'payment_returns wallets wallet_lines flush',
  ],
  events: [
    'wallet.recharge.pending',
    'wallet.recharge.completed',
    'wallet.credit',
    'wallet.payment.returned',
    'wallet.low_balance',
  ],
  balance: '380.00',
})

/** Its code is at the bank, its boleto at the simulated one; the boleto is paid, and the code taken away. */
const twoWays: CrashStory = {
  name: 'an invoice by Pix and boleto',
  mode: 'live',
  async prepare(run) {
    await connect(run, providerBody(psp))
    const person = { cpf: '529.982.247-25', phone: '11 98765-4321' }
    const payer = await newClient(makeClient(run.service.url, run.team.live), person)
    paid.set(run.team.id, { id: payer.id, paymentId: '' })
  },
  async play(run) {
    const { id: client_id } = paid.get(run.team.id)!
    const terms = { issue_date: '2026-11-10', due_date: '2049-01-01', items: [ITEM], status: 'sent' }
    const body = { client_id, ...terms, payment_methods: ['pix', 'boleto'] }
    const made = await run.send('POST', INVOICES, body)
    assert.equal(made.status, 201, made.text)
    const { id, pix } = made.body.data
    txids.set(run.team.id, pix.txid)
    paid.set(run.team.id, { id, paymentId: '' })
    await untilQuiet(run)
    const answer = await run.send('POST', `/api/v1/test/charges/${id}/pay`, { method: 'boleto' })
    assert.equal(answer.body.data?.payment_status, 'paid', answer.text)
  },
  async see(run) {
    const { rows } = await run.database.query(
      'select method, status, count(*)::int from charges where team_id = $1 group by 1, 2 order by 1',
      [run.team.id],
    )
    return {
      charges: rows,
      code: psp.books.charges.get(txids.get(run.team.id)!)?.status,
      ...(await see(run)),
    }
  },
  commits: [
    'idempotency_keys charges invoice_numbers invoices flush',
    'mails messages flush',
    'mails flush',
    'idempotency_keys charge_payments charges invoices invoice_payments flush',
    'mails messages flush',
    'mails flush',
  ],
  events: [CONNECTED, ...PAID.slice(0, -1)],
  balance: '0.00',
}

/** After which what no invoice has taken is given up. */
async function passTwoMinutes({ database, service, team }: Run): Promise<void> {
  const waiting = `type = 'abandon-invoice-charge' and team_id = $1`
  await database.query(`update jobs set run_at = created_at where ${waiting}`, [team.id])
  await database.query('notify embarque_work')
  await service.eventually('what was not used is given up', async () => {
    const left = `${waiting} or type = 'withdraw-charge' and team_id = $1`
    return (await database.query(`select from jobs where ${left}`, [team.id])).rowCount === 0
  })
}

/** Its boleto is at Asaas, and whatever was asked for by who died is taken away. */
const atItsBank: CrashStory = {
  name: 'an invoice by boleto at Asaas',
  mode: 'live',
  async prepare(run) {
    const account = await startFakeAsaas()
    accounts.set(run.team.id, account)
    await connect(run, { provider: 'asaas', settings: account.settings })
    const payer = await newClient(makeClient(run.service.url, run.team.live), { cpf: '529.982.247-25' })
    paid.set(run.team.id, { id: payer.id, paymentId: '' })
  },
  async play(run) {
    const { id: client_id } = paid.get(run.team.id)!
    const terms = { issue_date: '2026-11-10', due_date: '2049-01-01', items: [ITEM] }
    const made = await run.send('POST', INVOICES, { client_id, ...terms, payment_methods: ['boleto'] })
    assert.equal(made.status, 201, made.text)
    await untilQuiet(run)
    const { id } = made.body.data
    paid.set(run.team.id, { id, paymentId: await payAtBank(run, id, atAsaas(accounts.get(run.team.id)!)) })
    await passTwoMinutes(run)
  },
  async see(run) {
    const sql = 'select txid from charges where team_id = $1'
    const { rows } = await run.database.query(sql, [run.team.id])
    const { books } = accounts.get(run.team.id)!
    const there = rows.flatMap(({ txid }) => books.of(txid).map(({ status }) => status))
    return { there, ...(await see(run)) }
  },
  commits: [
    'charges flush',
    'idempotency_keys charges invoices flush',
    'payment_callbacks flush',
    'charge_payments charges invoices invoice_payments flush',
    'mails messages flush',
    'mails flush',
  ],
  events: [CONNECTED, 'invoice.created', 'invoice.payment_received', 'invoice.paid'],
  balance: '0.00',
}

async function crashAtEachCommit(...stories: CrashStory[]): Promise<void> {
  const expected = new Map<CrashStory, object>()
  for (const story of stories) expected.set(story, (await runWithoutCrash(installation, story)).state)
  const plans = stories.flatMap((story) => pointsOf(story).map((point) => ({ story, points: [point] })))
  for (const { run, state } of await runStories(installation, plans))
    assert.deepEqual(state, expected.get(run.story), run.name)
}

/** Given back, taken away and debited once. */
test('refunds at each bank, an invoice with two methods and a return survive every crash', {
  timeout: 400_000,
}, async () => {
  const goingBack = returned(await connectOnCommandLine(installation.databaseUrl, operators))
  for (const stories of [STORIES, [twoWays], [atItsBank], [goingBack]]) await crashAtEachCommit(...stories)
  for (const { paymentId } of paid.values())
    assert.ok(givenBack(paymentId).length <= 1, `refunds of ${paymentId}: ${givenBack(paymentId)}`)
})
