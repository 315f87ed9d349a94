// kill -9 right before and right after every commit of a recharge's life: once the service is up again and everybody
// has sent again what was not answered, balance, ledger, events and jobs are as if nothing had happened.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { bareTaxId } from '../../contract/tax-ids.ts'
import { makeClient } from '../support/client.ts'
import type { CrashPoint } from '../support/crash/crash-at-commit.ts'
import {
  type CrashStory,
  type Ended,
  type Plan,
  pointsOf,
  type Run,
  runStories,
  runWithoutCrash,
  startInstallation,
  untilQuiet,
} from '../support/crash/crash-stories.ts'
import { connectOnCommandLine } from '../support/fakes/bank-on-command-line.ts'
import { TAX_ID } from '../support/fakes/connected-asaas.ts'
import { type FakeAsaas, startFakeAsaas } from '../support/fakes/fake-asaas.ts'
import { type FakePsp, startFakePsp } from '../support/fakes/fake-psp.ts'
import { type Receiver, startReceiver } from '../support/fakes/receiver.ts'
import { boleto, pix, RECHARGE } from '../support/wallet.ts'

const CREATE = 'idempotency_keys charges recharges flush'
const CREDIT = 'charge_payments charges recharge_days recharges wallets wallet_lines flush'
const PAY = `idempotency_keys ${CREDIT}`
const HOLD = 'charge_payments charges recharge_days recharges held_payments flush'
const PAID = ['wallet.recharge.completed', 'wallet.credit']
const WITHDRAWN = 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
const RECORD = 'job_claims jobs deliveries delivery_attempts webhooks'

const installation = await startInstallation()

async function ask(run: Run, body: object): Promise<string> {
  const answer = await run.send('POST', RECHARGE, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data.id
}

async function pay(run: Run, id: string): Promise<void> {
  const answer = await run.send('POST', `/api/v1/test/charges/${id}/pay`)
  assert.equal(answer.body.data?.status, 'completed', answer.text)
}

/** A story in which the recharge ends otherwise before its payment comes. */
const paidLate = (asked: object, end: (run: Run, id: string) => Promise<void>) => async (run: Run) => {
  const id = await ask(run, asked)
  await end(run, id)
  await pay(run, id)
}

const SIMULATED: CrashStory[] = [
  {
    name: 'Pix, paid',
    mode: 'live',
    play: async (run) => pay(run, await ask(run, pix('250.00'))),
    commits: [CREATE, PAY],
    events: ['wallet.recharge.pending', ...PAID],
    balance: '250.00',
  },
  {
    name: 'Pix, paid with too much',
    mode: 'live',
    async play(run) {
      const body = { amount: '20000.00' }
      const answer = await run.send('POST', `/api/v1/test/charges/${await ask(run, pix('250.00'))}/pay`, body)
      assert.equal(answer.body.data?.held_amount, '20000.00', answer.text)
    },
    commits: [CREATE, `idempotency_keys ${HOLD}`],
    events: ['wallet.recharge.pending', 'wallet.payment.held'],
    balance: '0.00',
  },
  {
    name: 'boleto, cancelled, paid late',
    mode: 'live',
    play: paidLate(boleto('1234.56'), async (run, id) => {
      const cancelled = await run.send('DELETE', `${RECHARGE}/${id}`)
      assert.equal(cancelled.body.data?.status, 'cancelled', cancelled.text)
    }),
    commits: [CREATE, 'idempotency_keys charges recharges flush', PAY],
    events: ['wallet.recharge.pending', ...PAID],
    balance: '1234.56',
  },
  {
    name: 'test key, expired, paid late',
    mode: 'test',
    play: paidLate(pix('100.00'), async (run) => {
      const { body, text } = await run.send('POST', '/api/v1/test/clock/advance', { by: 'PT31M' })
      assert.deepEqual([body.data?.complete, body.data?.failed], [true, []], text)
    }),
    // The advance: begun, moved to the deadline, the work taken and done there, moved to the target, answered.
    commits: [
      CREATE,
      'idempotency_keys clocks',
      'clocks',
      'job_claims',
      'charges recharges flush',
      'clocks',
      'clocks flush',
      PAY,
    ],
    events: ['wallet.recharge.pending', 'wallet.recharge.expired', ...PAID],
    balance: '5000.00',
  },
]

/** Each team has a receiver's path of its own. */
function storyWithWebhook(receiver: Receiver): CrashStory {
  return {
    name: 'Pix, paid, with a webhook',
    mode: 'live',
    async prepare({ service, team }) {
      const body = { url: `${receiver.url}/${team.id}`, events: ['*'] }
      const answer = await makeClient(service.url, team.live).post('/api/v1/webhooks', body)
      assert.equal(answer.status, 201, answer.text)
    },
    async play(run) {
      const id = await ask(run, pix('250.00'))
      await untilQuiet(run)
      await pay(run, id)
    },
    commits: [CREATE, RECORD, PAY, RECORD],
    events: ['wallet.recharge.pending', ...PAID],
    balance: '250.00',
  }
}

/** A bank of the operator's, and what it was asked for. */
interface StoryBank {
  asked: object
  pay(txid: string): void
  /** The status that it got. */
  tell(url: string, txid: string): Promise<number | undefined>
  /** What became there of a charge that was asked for and not recorded here. */
  left(txid: string): string | null
}

const atPsp = (psp: FakePsp): StoryBank => ({
  asked: pix('500.00'),
  pay: (txid) => psp.pay(txid),
  tell: async (url, txid) => (await psp.callBack(url, [txid]))[0],
  left: (txid) => psp.books.charges.get(txid)?.status ?? null,
})

const atAsaas = ({ books, callBack }: FakeAsaas): StoryBank => ({
  asked: boleto('500.00'),
  pay: (txid) => books.pay(txid),
  tell: callBack,
  left(txid) {
    const all = books.payments.filter(({ externalReference }) => externalReference === txid)
    assert.ok(all.length <= 1, 'asked for once')
    return all[0] === undefined ? null : all[0].deleted ? WITHDRAWN : all[0].status
  },
})

function storyAtBank(name: string, { asked, pay, tell }: StoryBank, callbackPath: string): CrashStory {
  return {
    name,
    mode: 'live',
    async prepare({ database, team }) {
      await database.query('update teams set tax_id = $2 where id = $1', [team.id, bareTaxId(TAX_ID)])
    },
    async play(run) {
      const { service, database } = run
      const id = await ask(run, asked)
      const { rows } = await database.query('select txid from charges where reference_id = $1', [id])
      pay(rows[0].txid)
      // The bank repeats its callback until it gets a response.
      assert.equal(await service.retry(() => tell(service.url + callbackPath, rows[0].txid)), 200)
    },
    async meanwhile({ service, database, team }) {
      // The two minutes pass after which the bank is not waited for any longer.
      const givingUp = `type = 'abandon-recharge' and team_id = $1`
      await database.query(`update jobs set run_at = created_at where ${givingUp}`, [team.id])
      await database.query('notify embarque_work')
      await service.eventually('it is given up', async () => {
        const { rows } = await database.query(`select from jobs where ${givingUp}`, [team.id])
        return rows.length === 0
      })
    },
    commits: [CREATE, 'charges flush', 'payment_callbacks flush', CREDIT],
    events: ['wallet.recharge.pending', ...PAID],
    balance: '500.00',
  }
}

const receiver = await startReceiver()
after(() => receiver.close())
const WITH_WEBHOOK = storyWithWebhook(receiver)

describe('a recharge survives every crash', { timeout: 400_000 }, () => {
  test('at the simulated bank: paid; held; cancelled and paid late; expired and paid late', async () => {
    const before = installation.service.restarts
    const expected = new Map<CrashStory, Ended>()
    for (const story of SIMULATED) expected.set(story, await runWithoutCrash(installation, story))
    const plans = SIMULATED.flatMap((story) => pointsOf(story).map((point) => ({ story, points: [point] })))
    for (const { run, state, lost } of await runStories(installation, plans)) {
      assert.deepEqual(state, expected.get(run.story)!.state, run.name)
      assert.deepEqual(lost, [], run.name)
    }
    assert.equal(plans.length, 30)
    assert.equal(installation.service.restarts, before + 1, 'all died of one kill, each at its own point')
  })

  test('with a webhook: its receiver gets every event, and repetitions are identical', async () => {
    const repeatedDeliveries = ({ run, events }: Ended): number => {
      const bodies = receiver.requests
        .filter(({ path }) => path === `/${run.team.id}`)
        .map(({ body }) => body)
      const ids = new Set(bodies.map((body) => JSON.parse(body).id))
      assert.equal(new Set(bodies).size, ids.size, `${run.name}: the same bytes at every attempt`)
      assert.deepEqual(ids, new Set(events.map(({ id }) => id)), `${run.name}: every event, and no other`)
      return bodies.length - ids.size
    }
    const expected = await runWithoutCrash(installation, WITH_WEBHOOK)
    assert.equal(repeatedDeliveries(expected), 0)

    function assertDelivered(ended: Ended, { commit, when }: CrashPoint): void {
      assert.deepEqual(ended.state, expected.state, ended.run.name)
      assert.deepEqual(ended.lost, [], ended.run.name)
      const again = repeatedDeliveries(ended)
      const isUnrecorded = when === 'before' && WITH_WEBHOOK.commits[commit - 1] === RECORD
      if (isUnrecorded) assert.ok(again > 0, `${ended.run.name}: the receiver had answered`)
    }

    /** False if it had fewer commits than that. */
    async function dies(point: CrashPoint): Promise<boolean> {
      const before = installation.service.restarts
      const [ended] = await runStories(installation, [{ story: WITH_WEBHOOK, points: [point] }])
      assertDelivered(ended!, point)
      return installation.service.restarts > before
    }
    // Each alone, since what came of many deliveries is written down together.
    for (const point of pointsOf(WITH_WEBHOOK))
      assert.ok(await dies(point), `${point.when} commit ${point.commit}`)
    // Two events come of the payment; what came of them may be written down by two commits.
    let commit = WITH_WEBHOOK.commits.length + 1
    while ((await dies({ commit, when: 'before' })) && (await dies({ commit, when: 'after' }))) commit++
    assert.ok(commit <= WITH_WEBHOOK.commits.length + 2)
  })

  test("at the operator's banks: charges that were not recorded are withdrawn, and created again", async () => {
    const psp = await startFakePsp()
    const asaas = await startFakeAsaas()
    after(() => Promise.all([psp.close(), asaas.close()]))
    const pixPath = await connectOnCommandLine(installation.databaseUrl, psp)
    const settings = { ...asaas.settings, methods: 'boleto' }
    const boletoPath = await connectOnCommandLine(installation.databaseUrl, { settings }, 'asaas')
    const banks = new Map<CrashStory, StoryBank>([
      [storyAtBank('Pix at the bank, paid there', atPsp(psp), pixPath), atPsp(psp)],
      [storyAtBank('boleto at Asaas, paid there', atAsaas(asaas), boletoPath), atAsaas(asaas)],
    ])
    const expected = new Map<CrashStory, object>()
    for (const story of banks.keys()) expected.set(story, (await runWithoutCrash(installation, story)).state)

    async function deathsOf(...plans: Plan[]): Promise<number> {
      const before = installation.service.restarts
      for (const ended of await runStories(installation, plans)) assertWhole(ended)
      return installation.service.restarts - before
    }

    function assertWhole({ run, state, lost }: Ended): void {
      assert.deepEqual(state, expected.get(run.story), run.name)
      const { commit, when } = run.points[0]!
      const isStuck = (commit === 1 && when === 'after') || (commit === 2 && when === 'before')
      const atBank = ({ txid }: { txid: string }) => banks.get(run.story)!.left(txid)
      assert.deepEqual(
        lost.map((recharge) => [recharge.status, recharge.charge, atBank(recharge)]),
        isStuck ? [['failed', 'abandoned', commit === 1 ? null : WITHDRAWN]] : [],
        run.name,
      )
      if (isStuck)
        assert.ok(run.inProgress > 0, `${run.name}: created again before the old one was abandoned`)
    }

    // Beside others that still live, the worker would begin with what this commit has scheduled.
    const isAlone = ({ commit, when }: CrashPoint) => commit === 3 && when === 'after'
    const plans = [...banks.keys()].flatMap((story) =>
      pointsOf(story).map((point) => ({ story, points: [point] })),
    )
    assert.equal(await deathsOf(...plans.filter(({ points }) => !points.some(isAlone))), 1)
    for (const plan of plans.filter(({ points }) => points.some(isAlone)))
      assert.equal(await deathsOf(plan), 1)
    // While the charge is given up, the service may die as well.
    const unrecorded: CrashPoint = { commit: 2, when: 'before' }
    for (const story of banks.keys()) {
      const again = (['before', 'after'] as const).map((when) => ({
        story,
        points: [unrecorded, { commit: 1, when }],
      }))
      assert.equal(await deathsOf(...again), 2)
    }
  })
})
