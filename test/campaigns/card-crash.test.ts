// kill -9 right before and right after every commit of a card's life at Asaas: opened from the page, paid, refunded and
// disputed. The bank has one sale and one refund, and the debt is as if nothing had happened.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { chooseCard } from '../support/card-page.ts'
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
import { PROVIDERS } from '../support/fakes/connected-bank.ts'
import { type FakeAsaas, startFakeAsaas } from '../support/fakes/fake-asaas.ts'
import { INVOICES, ITEM, newClient, newInvoice } from '../support/invoicing.ts'

const installation = await startInstallation()
/** By team. */
const accounts = new Map<string, FakeAsaas>()
after(async () => {
  for (const account of accounts.values()) await account.close()
})
const invoices = new Map<string, { id: string; client_id: string; payment_url: string }>()
const callbackPaths = new Map<string, string>()

async function prepare(run: Run): Promise<void> {
  const asaas = await startFakeAsaas()
  accounts.set(run.team.id, asaas)
  const client = makeClient(run.service.url, run.team.live)
  const settings = { ...asaas.settings, methods: 'card' }
  const connected = await client.post(PROVIDERS, { provider: 'asaas', settings })
  assert.equal(connected.status, 201, connected.text)
  callbackPaths.set(run.team.id, new URL(connected.body.data.callback_url).pathname)
  await untilQuiet(run)
  const client_id = (await newClient(client, { cpf: '529.982.247-25' })).id
  const terms = {
    client_id,
    due_date: '2099-01-01',
    items: [ITEM],
    status: 'sent',
    payment_methods: ['card'],
  }
  invoices.set(run.team.id, await newInvoice(client, terms))
  await untilQuiet(run)
}

const txidOf = async ({ database, team }: Run) =>
  (await database.query(`select txid from charges where team_id = $1 and method = 'card'`, [team.id])).rows[0]
    ?.txid

/** The browser sends the form again if it gets no response. */
async function choose(run: Run): Promise<void> {
  const { service, team, database } = run
  await service.retry(() => chooseCard(service.url, invoices.get(team.id)!, 3))
  // What was begun and not finished is asked for again after a minute.
  const asking = `type = 'open-invoice-charge' and team_id = $1`
  await database.query(`update jobs set run_at = created_at where ${asking}`, [team.id])
  await database.query('notify embarque_work')
  await service.eventually('the page of the bank', async () => {
    const open = `select from charges where team_id = $1 and method = 'card' and status = 'open' and is_current`
    return (await database.query(open, [team.id])).rowCount === 1
  })
  await untilQuiet(run)
}

async function sendEvent(run: Run, event: string): Promise<void> {
  const { service, team } = run
  const txid = await txidOf(run)
  const id = `evt_${event}`
  const call = () =>
    accounts.get(team.id)!.callBack(service.url + callbackPaths.get(team.id), txid, { event, id })
  assert.equal(await service.retry(call), 200)
  await untilQuiet(run)
}

async function pay(run: Run): Promise<void> {
  accounts.get(run.team.id)!.books.cards.approve(await txidOf(run))
  await sendEvent(run, 'PAYMENT_CONFIRMED')
}

async function see(run: Run): Promise<object> {
  const { team, service } = run
  const client = makeClient(service.url, team.live)
  const { id, client_id } = invoices.get(team.id)!
  const { payment_status, amount_paid, amount_due, payments, charges } = (
    await client.get(`${INVOICES}/${id}`)
  ).body.data
  const there = accounts.get(team.id)!.books.of(await txidOf(run))
  return {
    invoice: { payment_status, amount_paid, amount_due, payments: payments.length },
    charges: charges.map(({ status, instalments }: { status: string; instalments: unknown[] }) => [
      status,
      instalments.length,
    ]),
    disputes: (await client.get('/api/v1/disputes')).body.data.map(
      ({ status }: { status: string }) => status,
    ),
    refunds: (await client.get(`${INVOICES}/${id}/refunds`)).body.data.map(
      ({ status }: { status: string }) => status,
    ),
    credit: (await client.get(`/api/v1/clients/${client_id}/balance`)).body.data.credit,
    atBank: there.map(({ status, refunds }) => [status, refunds?.length ?? 0]),
  }
}

/** The client reads of it. */
const NOTICE = ['mails messages flush', 'mails flush']
/** The payment is known already. */
const DISPUTED = [
  'payment_callbacks flush',
  'charge_payments charges charge_instalments',
  'disputes charges invoices invoice_payments flush',
]
const BEGUN = ['integration.connected', 'invoice.created', 'invoice.sent']
const PAID = ['invoice.payment_received', 'invoice.paid', 'invoice.updated']

const STORIES: CrashStory[] = [
  {
    name: 'a card chosen and paid',
    mode: 'live',
    prepare,
    async play(run) {
      await choose(run)
      await pay(run)
    },
    see,
    commits: [
      'limit_buckets charges invoices flush',
      'charges invoices',
      'payment_callbacks flush',
      'charge_payments charges invoices invoice_payments charge_instalments flush',
      ...NOTICE,
    ],
    events: [...BEGUN, ...PAID],
    balance: '0.00',
  },
  {
    name: 'a card refunded',
    mode: 'live',
    async prepare(run) {
      await prepare(run)
      await choose(run)
      await pay(run)
    },
    async play(run) {
      const { id } = invoices.get(run.team.id)!
      const answer = await run.send('POST', `${INVOICES}/${id}/refunds`, {})
      assert.equal(answer.status, 201, answer.text)
      await untilQuiet(run)
      await lookAgain(run)
    },
    see,
    commits: [
      'idempotency_keys refunds flush',
      'flush',
      'payment_returns charges invoices invoice_payments invoice_adjustments refunds flush',
      ...NOTICE,
    ],
    events: [
      ...BEGUN,
      ...PAID,
      'invoice.refund.created',
      'invoice.payment.returned',
      'invoice.refund.succeeded',
    ],
    balance: '0.00',
  },
  {
    name: 'a card disputed and won',
    mode: 'live',
    async prepare(run) {
      await prepare(run)
      await choose(run)
      await pay(run)
    },
    async play(run) {
      const { cards } = accounts.get(run.team.id)!.books
      const txid = await txidOf(run)
      cards.dispute(txid)
      await sendEvent(run, 'PAYMENT_CHARGEBACK_REQUESTED')
      cards.win(txid)
      await sendEvent(run, 'PAYMENT_RECEIVED')
    },
    see,
    commits: [...DISPUTED, ...DISPUTED],
    events: [
      ...[...BEGUN, ...PAID, 'dispute.opened', 'invoice.updated'],
      ...['dispute.won', 'invoice.payment_received', 'invoice.paid'],
    ],
    balance: '0.00',
  },
  {
    name: 'a card whose money became credit, disputed and won',
    mode: 'live',
    async prepare(run) {
      await prepare(run)
      await choose(run)
      await pay(run)
      const body = { invoice_id: invoices.get(run.team.id)!.id, reason: 'Cancelado', excess: 'credit' }
      const answer = await run.send('POST', '/api/v1/credit-notes', { ...body, notify_client: false })
      assert.equal(answer.status, 201, answer.text)
      await untilQuiet(run)
    },
    async play(run) {
      const { cards } = accounts.get(run.team.id)!.books
      const txid = await txidOf(run)
      cards.dispute(txid)
      await sendEvent(run, 'PAYMENT_CHARGEBACK_REQUESTED')
      cards.win(txid)
      await sendEvent(run, 'PAYMENT_RECEIVED')
    },
    see,
    commits: [
      ...DISPUTED.slice(0, -1),
      'client_credit_entries invoice_payments invoices disputes charges flush',
      ...DISPUTED.slice(0, -1),
      'disputes charges invoices invoice_payments client_credit_entries flush',
    ],
    events: [
      ...BEGUN,
      ...PAID,
      'invoice.updated',
      'client_credit.added',
      'credit_note.created',
      'client_credit.reclaimed',
      'dispute.opened',
      'invoice.updated',
      'dispute.won',
      'invoice.payment_received',
      'client_credit.added',
      'invoice.updated',
    ],
    balance: '0.00',
  },
]

/** The bank is asked again for the outcome of the refund. */
async function lookAgain({ database, team, service }: Run): Promise<void> {
  await database.query(`update jobs set run_at = created_at where type = 'settle-refund' and team_id = $1`, [
    team.id,
  ])
  await database.query('notify embarque_work')
  await service.eventually('the refund', async () => {
    const done = `select from refunds where team_id = $1 and status = 'succeeded'`
    return (await database.query(done, [team.id])).rowCount === 1
  })
}

async function crashAtEachCommit(...stories: CrashStory[]): Promise<void> {
  const expected = new Map<CrashStory, object>()
  for (const story of stories) expected.set(story, (await runWithoutCrash(installation, story)).state)
  const plans = stories.flatMap((story) => pointsOf(story).map((point) => ({ story, points: [point] })))
  for (const { run, state } of await runStories(installation, plans))
    assert.deepEqual(state, expected.get(run.story), run.name)
}

test('a card payment survives every crash: selected, paid, refunded, disputed', {
  timeout: 400_000,
}, async () => {
  for (const story of STORIES) await crashAtEachCommit(story)
})
