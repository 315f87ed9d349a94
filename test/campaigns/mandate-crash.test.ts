// kill -9 right before and right after every commit of a mandate's life, at a bank and in the sandbox: one mandate, one
// debit and one payment, there and in our books, as if nothing had happened.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { realClock } from '../../server/kernel/process/clock.ts'
import { dateIn } from '../../server/kernel/values/dates.ts'
import { makeClient } from '../support/client.ts'
import {
  type CrashStory,
  type Plan,
  pointsOf,
  type Run,
  runStories,
  startInstallation,
  untilQuiet,
} from '../support/crash/crash-stories.ts'
import { PROVIDERS, providerBody } from '../support/fakes/connected-bank.ts'
import { type FakePsp, startFakePsp } from '../support/fakes/fake-psp.ts'
import { INVOICES, ITEM, newClient, RECURRING, read } from '../support/invoicing.ts'
import { MANDATES, MARIA } from '../support/mandates.ts'

const installation = await startInstallation()
/** By team: each has a bank of its own. */
const banks = new Map<string, { psp: FakePsp; path: string }>()
after(async () => {
  for (const { psp } of banks.values()) await psp.close()
})
const clients = new Map<string, string>()

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
type Data = any

/** Due in four days, so that the first invoice is created at once. */
const day = (days: number) => dateIn(realClock.now(), 'UTC').add({ days })

async function begin(run: Run): Promise<void> {
  const due = day(4)
  const body = {
    client_id: clients.get(run.team.id),
    name: 'Viagem Lisboa',
    frequency: 'monthly',
    billing_day: Math.min(due.day, 28),
    start_date: due.toString(),
    items: [ITEM],
    auto_send: true,
    payment_methods: ['pix', 'pix_automatic'],
  }
  const answer = await run.send('POST', RECURRING, body)
  assert.equal(answer.status, 201, answer.text)
  await untilQuiet(run)
}

async function newPayer(run: Run, mode: 'live' | 'test'): Promise<void> {
  clients.set(run.team.id, (await newClient(makeClient(run.service.url, run.team[mode]), MARIA)).id)
}

async function mandatesOf({ service, team }: Run, mode: 'live' | 'test') {
  const client = makeClient(service.url, team[mode])
  const mandates: Data[] = await read(client, MANDATES)
  const invoices: Data[] = await read(client, INVOICES)
  return {
    mandates: mandates.map(({ status, ended_by, charges }) => ({
      status,
      ended_by,
      charges: charges.map(({ status: state, attempts, obstacle }: Data) => ({ state, attempts, obstacle })),
    })),
    invoices: invoices.map(({ payment_status, amount_paid, mandate_id, charges }) => ({
      payment_status,
      amount_paid,
      isDebited: mandate_id !== null,
      charges: charges.map(({ method, status }: Data) => `${method} ${status}`).sort(),
    })),
  }
}

const atBank: CrashStory = {
  name: 'a mandate at the bank',
  mode: 'live',
  async prepare(run) {
    const psp = await startFakePsp({ pixKey: crypto.randomUUID() })
    const body = providerBody(psp, { receiving_account: '12345678' })
    const answer = await makeClient(run.service.url, run.team.live).post(PROVIDERS, body)
    assert.equal(answer.status, 201, answer.text)
    banks.set(run.team.id, { psp, path: new URL(answer.body.data.callback_url).pathname })
    await newPayer(run, 'live')
    await untilQuiet(run)
  },
  async play(run) {
    await begin(run)
    const { psp, path } = banks.get(run.team.id)!
    const { idRec, txid } = psp.books.mandates.only()
    psp.books.mandates.accept(idRec)
    const { service } = run
    assert.deepEqual(await service.retry(() => psp.callBack(service.url + path, [txid])), [200])
    await untilQuiet(run)
    assert.equal(await service.retry(() => psp.callBackMandate(service.url + path, idRec)), 200)
    await untilQuiet(run)
    psp.books.mandates.cancel(idRec)
    assert.equal(await service.retry(() => psp.callBackMandate(service.url + path, idRec)), 200)
    await untilQuiet(run)
  },
  async see(run) {
    const { books } = banks.get(run.team.id)!.psp
    const there = [...books.mandates.mandates.values()].map(({ status }) => status)
    return { there, payments: books.payments.length, ...(await mandatesOf(run, 'live')) }
  },
  commits: [],
  events: [],
  balance: '0.00',
}

const inSandbox: CrashStory = {
  name: 'a debit of the simulated bank',
  mode: 'test',
  prepare: (run) => newPayer(run, 'test'),
  async play(run) {
    await begin(run)
    const [{ id }]: Data[] = await run.service.eventually('the mandate is listed', async () => {
      const { status, body } = await makeClient(run.service.url, run.team.test).get(MANDATES)
      return status === 200 && body.data.length > 0 && body.data
    })
    const play = async (path: string, body: object = {}) => {
      const answer = await run.send('POST', path, body)
      assert.equal(answer.status, 200, answer.text)
      await untilQuiet(run)
    }
    await play(`/api/v1/test/mandates/${id}/accept`)
    await play('/api/v1/test/clock/advance', { by: 'P32D' })
    await play(`/api/v1/test/mandates/${id}/refuse-debit`)
    await play('/api/v1/test/clock/advance', { by: 'P12D' })
    await play(`${MANDATES}/${id}/cancel`)
  },
  see: (run) => mandatesOf(run, 'test'),
  commits: [],
  events: [],
  balance: '5000.00',
}

/** Each bank writes codes of its own. */
function withoutCodes(state: object): object {
  return JSON.parse(JSON.stringify(state).replace(/"000201[^"]*"/g, '"code"'))
}

test('mandates survive every crash', { timeout: 400_000 }, async () => {
  const plans: Plan[] = []
  const expected = new Map<string, object>()
  for (const story of [atBank, inSandbox]) {
    const [whole] = await runStories(installation, [{ story, points: [] }])
    assert.deepEqual(whole!.lost, [], story.name)
    expected.set(story.name, withoutCodes(whole!.state))
    // Several jobs run at once, so the commits are counted as they came.
    const known = { ...story, commits: whole!.commits }
    plans.push(...pointsOf(known).map((point) => ({ story: known, points: [point] })))
  }
  assert.ok(plans.length > 8, `${plans.length}`)
  for (const { run, state } of await runStories(installation, plans))
    assert.deepEqual(withoutCodes(state), expected.get(run.story.name), run.name)
  for (const { psp } of banks.values()) assert.equal(psp.books.mandates.mandates.size, 1)
})
