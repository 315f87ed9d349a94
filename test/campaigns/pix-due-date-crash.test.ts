// kill -9 right before and right after every commit of a Pix with a due date and a discount: opened with its invoice, and
// paid early. There is one code, its money counts once, and the discount is taken once.
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
import { PROVIDERS, providerBody } from '../support/fakes/connected-bank.ts'
import { type FakePsp, startFakePsp } from '../support/fakes/fake-psp.ts'
import { INVOICES, ITEM, newClient } from '../support/invoicing.ts'

const installation = await startInstallation()
/** By team. */
const psps = new Map<string, FakePsp>()
after(async () => {
  for (const psp of psps.values()) await psp.close()
})
const callbackPaths = new Map<string, string>()
const payers = new Map<string, string>()
const invoices = new Map<string, string>()

async function prepare(run: Run): Promise<void> {
  const psp = await startFakePsp({ hasDueDates: true })
  psps.set(run.team.id, psp)
  const client = makeClient(run.service.url, run.team.live)
  const connected = await client.post(PROVIDERS, providerBody(psp))
  assert.equal(connected.status, 201, connected.text)
  assert.deepEqual(connected.body.data.capabilities, ['cobv'])
  callbackPaths.set(run.team.id, new URL(connected.body.data.callback_url).pathname)
  payers.set(run.team.id, (await newClient(client, { cpf: '529.982.247-25' })).id)
  await untilQuiet(run)
}

async function issue(run: Run): Promise<void> {
  const answer = await run.send('POST', INVOICES, {
    client_id: payers.get(run.team.id),
    issue_date: '2026-11-10',
    due_date: '2098-12-10',
    early_payment: { discount_percent: 10, until: '2098-12-01' },
    items: [ITEM],
    status: 'sent',
  })
  assert.equal(answer.status, 201, answer.text)
  invoices.set(run.team.id, answer.body.data.id)
  await run.service.eventually('the code', async () => {
    const open = `select from charges where team_id = $1 and status = 'open' and is_current`
    return (await run.database.query(open, [run.team.id])).rowCount === 1
  })
  await untilQuiet(run)
}

async function chargesOf({ database, team }: Run): Promise<{ txid: string; status: string }[]> {
  return (await database.query('select txid, status from charges where team_id = $1 order by id', [team.id]))
    .rows
}

async function pay(run: Run): Promise<void> {
  const { service, team } = run
  const psp = psps.get(team.id)!
  const [{ txid } = { txid: '' }] = (await chargesOf(run)).filter(({ status }) => status === 'open')
  psp.pay(txid)
  const sendCallback = async () => (await psp.callBack(service.url + callbackPaths.get(team.id), [txid]))[0]
  assert.equal(await service.retry(sendCallback), 200)
  await untilQuiet(run)
}

async function see(run: Run): Promise<object> {
  const { team, service } = run
  const client = makeClient(service.url, team.live)
  const { payment_status, amount_paid, amount_due, payments, adjustments, early_payment } = (
    await client.get(`${INVOICES}/${invoices.get(team.id)}`)
  ).body.data
  const { books } = psps.get(team.id)!
  const own = (await chargesOf(run)).map(({ txid }) => books.charges.get(txid))
  return {
    invoice: { payment_status, amount_paid, amount_due, payments: payments.length, early_payment },
    adjustments: adjustments.map(({ type, amount }: { type: string; amount: number }) => [type, amount]),
    atBank: own.map((charge) => [charge?.tipo, charge?.status]),
    paidAtBank: books.payments.length,
  }
}

/** The client reads of it. */
const NOTICE = ['mails messages flush', 'mails flush']

const STORIES: CrashStory[] = [
  {
    name: 'a Pix with a due date, opened and paid with its discount',
    mode: 'live',
    prepare,
    async play(run) {
      await issue(run)
      await pay(run)
    },
    see,
    commits: [
      'idempotency_keys charges invoice_numbers invoices flush',
      ...NOTICE,
      'payment_callbacks flush',
      'charge_payments charges invoices invoice_payments invoice_adjustments flush',
      ...NOTICE,
    ],
    events: [
      'integration.connected',
      'invoice.created',
      'invoice.sent',
      'invoice.payment_received',
      'invoice.paid',
    ],
    balance: '0.00',
  },
]

async function crashAtEachCommit(...stories: CrashStory[]): Promise<void> {
  const expected = new Map<CrashStory, object>()
  for (const story of stories) expected.set(story, (await runWithoutCrash(installation, story)).state)
  const plans = stories.flatMap((story) => pointsOf(story).map((point) => ({ story, points: [point] })))
  for (const { run, state } of await runStories(installation, plans))
    assert.deepEqual(state, expected.get(run.story), run.name)
}

test('a Pix with a due date survives every crash: opened, paid with its discount', {
  timeout: 400_000,
}, async () => {
  for (const story of STORIES) await crashAtEachCommit(story)
})
