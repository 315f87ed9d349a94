// The contract's wallet balance and transactions, row by row.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newAgency } from '../../../test/support/agency.ts'
import { makeClient } from '../../../test/support/client.ts'
import { ONE_PAGE, pageNumbers } from '../../../test/support/list-queries.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { fill, move } from '../../../test/support/wallet.ts'
import { fixedClock } from '../../kernel/process/clock.ts'
import { proveChain, proveHeads, proveLines } from './ledger-proof.ts'

const wall = fixedClock(new Date('2026-11-10T15:00:00.000Z'))
const app = await startApp({ wall })
const { world } = app.service
const teamId = app.service.demo!.team.id
const BALANCE = '/api/v1/wallet/balance'
const LIST = '/api/v1/wallet/transactions'
const list = async (query = '') => (await app.live.get(`${LIST}${query}`)).body.data

test('a new wallet has balance 0 and no transactions', async () => {
  const { status, body } = await app.live.get(BALANCE)
  assert.equal(status, 200)
  assert.deepEqual(body, {
    success: true,
    data: {
      balance: '0.00',
      currency: 'BRL',
      available_credit: '0.00',
      pending_amount: '0.00',
      last_transaction_at: null,
    },
  })
  assert.deepEqual(await list(), {
    transactions: [],
    pagination: { page: 1, limit: 20, total: 0, pages: 0, ...ONE_PAGE },
    summary: {
      total_credits: '0.00',
      total_debits: '0.00',
      period_start: '2026-11-10',
      period_end: '2026-11-10',
    },
  })
})

test('a credit and a debit: every field of a transaction, newest first, with the balance after each', async () => {
  wall.set(new Date('2026-11-11T12:00:00.000Z'))
  const recharge = await fill(app.live, '1000.00')
  wall.set(new Date('2026-11-12T12:00:00.000Z'))
  const line = await move(world, 'debit', teamId, 250_50n, {
    description: 'Booking ABC123',
    referenceId: 'ord_1',
  })
  const { transactions, summary, pagination } = await list()
  assert.deepEqual(transactions, [
    {
      id: line.id,
      type: 'debit',
      amount: '250.50',
      currency: 'BRL',
      description: 'Booking ABC123',
      display_description: 'Booking ABC123',
      reference_type: 'booking',
      reference_id: 'ord_1',
      balance_after: '749.50',
      simulated: true,
      created_at: '2026-11-12T12:00:00.000Z',
    },
    {
      id: recharge.transaction_id,
      type: 'credit',
      amount: '1000.00',
      currency: 'BRL',
      description: 'Wallet recharge by Pix',
      display_description: 'Recarga da carteira por Pix',
      reference_type: 'recharge',
      reference_id: recharge.id,
      balance_after: '1000.00',
      payment_method: 'pix',
      simulated: true,
      created_at: '2026-11-11T12:00:00.000Z',
    },
  ])
  assert.match(line.id, /^txn_[0-9a-z]{26}$/)
  assert.deepEqual(pageNumbers(pagination), { page: 1, limit: 20, total: 2, pages: 1 })
  assert.deepEqual(summary, {
    total_credits: '1000.00',
    total_debits: '250.50',
    period_start: '2026-11-11',
    period_end: '2026-11-12',
  })
  const { data } = (await app.live.get(BALANCE)).body
  assert.deepEqual(
    [data.balance, data.available_credit, data.last_transaction_at],
    ['749.50', '749.50', '2026-11-12T12:00:00.000Z'],
  )
})

test("display_description is in the reader's language, description as stored", async () => {
  const agency = await newAgency(app)
  await fill(agency.live, '100.00')
  const read = async (language: string) => {
    const { body } = await agency.live.get(LIST, { 'accept-language': language })
    const [line] = body.data.transactions
    return [line.description, line.display_description]
  }
  assert.deepEqual(await read('pt-BR'), ['Wallet recharge by Pix', 'Recarga da carteira por Pix'])
  assert.deepEqual(await read('en'), ['Wallet recharge by Pix', 'Wallet recharge by Pix'])
  const csv = await agency.live.get('/api/v1/wallet/transactions.csv?locale=pt-BR')
  assert.match(csv.text, /;Recarga da carteira por Pix;/)
})

test('type filters transactions, totals and pages', async () => {
  const credits = await list('?type=credit')
  assert.deepEqual(credits.transactions.map(typeOf), ['credit'])
  assert.deepEqual([credits.summary.total_credits, credits.summary.total_debits], ['1000.00', '0.00'])
  assert.equal(credits.pagination.total, 1)
  const debits = await list('?type=debit')
  assert.deepEqual(debits.transactions.map(typeOf), ['debit'])
  assert.deepEqual([debits.summary.total_credits, debits.summary.total_debits], ['0.00', '250.50'])
})

test("days are in the team's time zone, both ends included", async () => {
  // 23:30 on 14 November in São Paulo, and half an hour past midnight there.
  wall.set(new Date('2026-11-15T02:30:00.000Z'))
  await move(world, 'credit', teamId, 1_00n, { description: 'evening' })
  wall.set(new Date('2026-11-15T03:30:00.000Z'))
  await move(world, 'credit', teamId, 2_00n, { description: 'night' })
  const on = async (day: string) =>
    (await list(`?start_date=${day}&end_date=${day}`)).transactions.map(descriptionOf)
  assert.deepEqual(await on('2026-11-14'), ['evening'])
  assert.deepEqual(await on('2026-11-15'), ['night'])
  assert.deepEqual(await on('2026-11-13'), [])
  const { summary, pagination } = await list('?start_date=2026-11-14&end_date=2026-11-15')
  assert.deepEqual(summary, {
    total_credits: '3.00',
    total_debits: '0.00',
    period_start: '2026-11-14',
    period_end: '2026-11-15',
  })
  assert.equal(pagination.total, 2)
})

test('one end of a period can be omitted', async () => {
  const since = await list('?start_date=2026-11-14')
  assert.deepEqual(since.transactions.map(descriptionOf), ['night', 'evening'])
  assert.deepEqual([since.summary.period_start, since.summary.period_end], ['2026-11-14', '2026-11-15'])
  const until = await list('?end_date=2026-11-11')
  assert.deepEqual(until.transactions.map(typeOf), ['credit'])
  assert.deepEqual([until.summary.period_start, until.summary.period_end], ['2026-11-11', '2026-11-11'])
})

test('a period without transactions, and one that ends before it begins, are empty', async () => {
  for (const query of [
    '?start_date=2027-01-01&end_date=2027-12-31',
    '?start_date=2020-01-01&end_date=2020-12-31',
    '?start_date=2026-11-15&end_date=2026-11-11',
  ]) {
    const { transactions, pagination, summary } = await list(query)
    assert.deepEqual(transactions, [], query)
    assert.deepEqual([pagination.total, pagination.pages], [0, 0], query)
    assert.deepEqual([summary.total_credits, summary.total_debits], ['0.00', '0.00'], query)
  }
})

test('a period with one end given begins and ends in order', async () => {
  const { summary } = await list('?end_date=2020-01-01')
  assert.deepEqual([summary.period_start, summary.period_end], ['2020-01-01', '2020-01-01'])
  const future = (await list('?start_date=2030-01-01')).summary
  assert.deepEqual([future.period_start, future.period_end], ['2030-01-01', '2030-01-01'])
})

test('pages contain every line once, under any filter, and match a plain computation', async () => {
  for (let index = 0; index < 25; index++) {
    await move(world, index % 3 === 0 ? 'debit' : 'credit', teamId, BigInt(100 + index))
  }
  const { rows: all } = await world.pool.query(
    `select wallet_lines.id, type, amount_cents from wallet_lines join wallets on wallets.id = wallet_id
     where team_id = $1 and mode = 'live' order by seq desc`,
    [teamId],
  )
  for (const type of [undefined, 'credit', 'debit']) {
    const fitting = all.filter((line) => type === undefined || line.type === type)
    const query = (page: number) => `?page=${page}&limit=7${type === undefined ? '' : `&type=${type}`}`
    const { pagination, summary } = await list(query(1))
    assert.deepEqual(pageNumbers(pagination), {
      page: 1,
      limit: 7,
      total: fitting.length,
      pages: Math.ceil(fitting.length / 7),
    })
    const seen: string[] = []
    for (let page = 1; page <= pagination.pages; page++) {
      seen.push(...(await list(query(page))).transactions.map((line: { id: string }) => line.id))
    }
    assert.deepEqual(
      seen,
      fitting.map((line) => line.id),
    )
    assert.deepEqual((await list(query(pagination.pages + 1))).transactions, [])
    const sum = (of: string) =>
      fitting.filter((line) => line.type === of).reduce((total, line) => total + line.amount_cents, 0n)
    assert.equal(
      summary.total_credits,
      `${sum('credit') / 100n}.${String(sum('credit') % 100n).padStart(2, '0')}`,
    )
    assert.equal(
      summary.total_debits,
      `${sum('debit') / 100n}.${String(sum('debit') % 100n).padStart(2, '0')}`,
    )
  }
})

test('page and limit: 20 by default, at most 100, invalid ones refused', async () => {
  assert.equal((await list()).transactions.length, 20)
  assert.equal((await list('?limit=1000')).pagination.limit, 100)
  for (const query of ['?page=0', '?page=x', '?limit=0', '?limit=1.5', '?page=-1']) {
    const { status, body } = await app.live.get(`${LIST}${query}`)
    assert.deepEqual([status, body.error], [400, 'Invalid request parameters'], query)
  }
})

test('an unknown type and invalid days are refused by name', async () => {
  for (const [query, field] of [
    ['?type=refund', 'type'],
    ['?start_date=2026-02-30', 'start_date'],
    ['?end_date=11/15/2026', 'end_date'],
  ]) {
    const { status, body } = await app.live.get(`${LIST}${query}`)
    assert.deepEqual([status, body.error, body.details[0].field], [400, 'Invalid request parameters', field])
  }
})

test('a debit above the balance: 422 Insufficient balance, and nothing is written', async () => {
  const lines = async () => {
    const { pagination, ...rest } = await list()
    return { ...rest, pagination: pageNumbers(pagination) }
  }
  const before = await lines()
  await assert.rejects(move(world, 'debit', teamId, 10_000_000_00n), {
    code: 'insufficient_balance',
    status: 422,
    message: /^Insufficient balance: /,
  })
  assert.deepEqual(await lines(), before)
})

test('in the sandbox the balance can be set; lines keep their balances', async () => {
  const { test: sandbox, live, id } = await newAgency(app)
  const set = (balance: unknown, client = sandbox) => client.post('/api/v1/test/wallet', { balance })
  const held = async () => (await sandbox.get('/api/v1/test/wallet')).body.data
  assert.deepEqual(await held(), { balance: '5000.00', currency: 'BRL' })
  await move(world, 'debit', id, 5_000_00n, { mode: 'test' })
  const { status, body } = await set('20000')
  assert.deepEqual([status, body.data], [200, { balance: '20000.00', currency: 'BRL' }])
  assert.deepEqual(await held(), body.data)
  await move(world, 'debit', id, 20_000_00n, { mode: 'test' })
  await fill(sandbox, '700.00')
  const shown = (await sandbox.get(BALANCE)).body.data
  assert.deepEqual([shown.balance, shown.available_credit], ['20000.00', '20000.00'])
  const { transactions } = (await sandbox.get(LIST)).body.data
  const balances = transactions.map((line: { balance_after: string }) => line.balance_after)
  assert.deepEqual(balances, ['20000.00', '20000.00', '5000.00'])
  await assert.rejects(move(world, 'debit', id, 20_000_01n, { mode: 'test' }), {
    message: /^Insufficient balance: set what the test wallet holds with POST \/api\/v1\/test\/wallet /,
  })
  assert.equal((await set('0.00')).status, 200)
  await assert.rejects(move(world, 'debit', id, 1n, { mode: 'test' }), { code: 'insufficient_balance' })
  for (const wrong of ['-1', '10000000.01', '1.001', '', 'x', 5, null, undefined])
    assert.equal((await set(wrong)).body.error, 'Invalid request parameters', String(wrong))
  assert.equal((await set('1.00', live)).status, 403)
  assert.equal((await live.get(BALANCE)).body.data.balance, '0.00')
  const [entry] = (await sandbox.get('/api/v1/audit?action=testWallet.set&limit=1')).body.data
  assert.deepEqual(
    entry.changes.map(({ before, after }: { before: object; after: object }) => [before, after]),
    [[{ balance: '20000.00' }, { balance: '0.00' }]],
  )
  for (const prove of [proveHeads, proveLines, proveChain]) assert.deepEqual(await prove(world.pool), [])
})

test('in the sandbox the balance is 5000.00 after any credit or debit, and lines show it', async () => {
  const balances = async () => {
    const { balance, available_credit } = (await app.test.get(BALANCE)).body.data
    return [balance, available_credit]
  }
  assert.deepEqual(await balances(), ['5000.00', '5000.00'])
  await fill(app.test, '700.00')
  await move(world, 'debit', teamId, 5_000_00n, { mode: 'test' })
  await move(world, 'debit', teamId, 4_000_00n, { mode: 'test' })
  assert.deepEqual(await balances(), ['5000.00', '5000.00'])
  const { transactions, summary } = (await app.test.get(LIST)).body.data
  assert.deepEqual(
    transactions.map((line: { amount: string; balance_after: string }) => [line.amount, line.balance_after]),
    [
      ['4000.00', '5000.00'],
      ['5000.00', '5000.00'],
      ['700.00', '5000.00'],
    ],
  )
  assert.deepEqual([summary.total_credits, summary.total_debits], ['700.00', '9000.00'])
  await assert.rejects(move(world, 'debit', teamId, 5_000_01n, { mode: 'test' }), {
    code: 'insufficient_balance',
  })
  const { body } = await app.test.get(BALANCE)
  assert.equal(body._meta.test_mode, true)
})

test('wallet.credit and wallet.debit have transaction and balance; low_balance is emitted once until 500.00', async () => {
  const since = (await app.live.get('/api/v1/events?limit=1')).body.data[0].sequence
  const { balance } = (await app.live.get(BALANCE)).body.data
  const cents = BigInt(balance.replace('.', ''))
  await move(world, 'debit', teamId, cents - 500_00n)
  await move(world, 'debit', teamId, 1n, { description: 'crosses' })
  await move(world, 'debit', teamId, 1n)
  await move(world, 'credit', teamId, 2n)
  await move(world, 'debit', teamId, 100_00n, { description: 'crosses again' })
  await move(world, 'credit', teamId, 50_00n)
  await move(world, 'debit', teamId, 1n)
  const { data } = (await app.live.get(`/api/v1/events?after_sequence=${since}`)).body
  assert.deepEqual(
    data.map((event: { type: string }) => event.type),
    [
      'wallet.debit',
      'wallet.debit',
      'wallet.low_balance',
      'wallet.debit',
      'wallet.credit',
      'wallet.debit',
      'wallet.low_balance',
      'wallet.credit',
      'wallet.debit',
    ],
  )
  const crossing = data[2].data.object
  assert.deepEqual(
    [crossing.description, crossing.type, crossing.amount, crossing.balance, crossing.balance_after],
    ['crosses', 'debit', '0.01', '499.99', '499.99'],
  )
  assert.match(crossing.id, /^txn_/)
  assert.equal(data[1].data.object.id, crossing.id)
})

test('the first debit of a wallet that never held 500.00 emits the low balance, once', async () => {
  for (const mode of ['live', 'test'] as const) {
    const agency = await newAgency(app)
    const diary = agency.diary(mode)
    if (mode === 'live') await move(world, 'credit', agency.id, 300_00n)
    else await agency.test.post('/api/v1/test/wallet', { balance: '300.00' })
    await move(world, 'debit', agency.id, 1n, { mode })
    await move(world, 'debit', agency.id, 1n, { mode })
    if (mode === 'test') {
      await agency.test.post('/api/v1/test/wallet', { balance: '600.00' })
      await agency.test.post('/api/v1/test/wallet', { balance: '300.00' })
      await move(world, 'debit', agency.id, 1n, { mode })
    }
    const notices = (await diary.types()).filter((type) => type === 'wallet.low_balance')
    assert.equal(notices.length, mode === 'live' ? 1 : 2, mode)
  }
})

test('the CSV streams all lines of the filter after one header line', async () => {
  const total = (await list('?limit=1')).pagination.total
  const { status, headers, text } = await app.live.get('/api/v1/wallet/transactions.csv')
  assert.deepEqual([status, headers['content-type']], [200, 'text/csv; charset=utf-8'])
  const lines = text.trimEnd().split('\r\n')
  assert.equal(lines.length, total + 1)
  assert.equal(
    lines[0],
    'id,created_at,type,amount,currency,description,reference_type,reference_id,balance_after,payment_method,simulated',
  )
  const [newest] = (await list('?limit=1')).transactions
  assert.ok(lines[1]!.startsWith(`${newest.id},${newest.created_at},${newest.type},${newest.amount},BRL,`))
  const debits = (await app.live.get('/api/v1/wallet/transactions.csv?type=debit')).text
    .trimEnd()
    .split('\r\n')
  assert.equal(debits.length - 1, (await list('?type=debit')).pagination.total)
  await move(world, 'credit', teamId, 1n, { description: 'says "a, b"' })
  const [, first] = (await app.live.get('/api/v1/wallet/transactions.csv')).text.split('\r\n')
  assert.ok(first!.includes(',"says ""a, b""",'))
})

test('the CSV for people suits spreadsheets in Brazil, and no other locale', async () => {
  const path = '/api/v1/wallet/transactions.csv'
  const { headers, text } = await app.live.get(`${path}?locale=pt-BR`)
  assert.equal(headers['content-disposition'], 'attachment; filename="extrato.csv"')
  const [head, first = ''] = text.split('\r\n')
  assert.equal(
    head,
    'ID;Data e hora;Tipo;Valor;Moeda;Descrição;Referente a;ID da referência;Saldo após;Forma de pagamento;Simulada',
  )
  const [newest] = (await list('?limit=1')).transactions
  const [id, at, type, amount, , , reference, , balance, , simulated] = first.split(';')
  assert.deepEqual(
    [id, type, amount, reference, simulated],
    [newest.id, 'crédito', '0,01', 'reembolso', 'sim'],
  )
  assert.match(`${at} ${balance}`, /^\d\d\/11\/2026 \d\d:\d\d:\d\d \d+,\d\d$/)
  assert.equal((await app.live.get(`${path}?locale=en`)).text, (await app.live.get(path)).text)
  for (const locale of ['pt', 'pt-PT', 'en-US', '', 'PT-BR']) {
    const { status, body } = await app.live.get(`${path}?locale=${locale}`)
    assert.deepEqual(
      [status, body.error, body.details[0].field],
      [400, 'Invalid request parameters', 'locale'],
    )
  }
})

test('HEAD of the CSV is 405, since it would read everything for no body', async () => {
  assert.equal((await app.live.raw('HEAD', '/api/v1/wallet/transactions.csv', undefined)).status, 405)
})

test('the wallet requires a key', async () => {
  for (const path of [BALANCE, LIST, '/api/v1/wallet/transactions.csv', '/api/v1/wallet/recharges']) {
    assert.equal((await app.anybody.get(path)).status, 401, path)
    assert.equal((await makeClient(app.url, `sk_live_${'x'.repeat(32)}`).get(path)).status, 401, path)
  }
})

test('SQL cannot change or delete lines', async () => {
  for (const sql of [
    'update wallet_lines set amount_cents = amount_cents + 1',
    'delete from wallet_lines',
    'truncate wallet_lines',
  ]) {
    await assert.rejects(app.asOwner(sql), /never changed or removed/, sql)
    await assert.rejects(world.pool.query(sql), /permission denied for table wallet_lines/, sql)
  }
  await assert.rejects(
    world.pool.query('update wallets set balance_cents = balance_cents + 1'),
    /violates check constraint/,
  )
})

test('the same reference is credited once', async () => {
  const entry = { referenceId: 'ord_once', reason: 'refund' }
  await move(world, 'credit', teamId, 5n, entry)
  await assert.rejects(move(world, 'credit', teamId, 5n, entry), { code: '23505' })
})

test('if the clock goes back, lines keep the last time until it catches up', async () => {
  const last = new Date((await list('?limit=1')).transactions[0].created_at)
  wall.set(new Date(last.getTime() - 3_600_000))
  const line = await move(world, 'credit', teamId, 1n)
  assert.deepEqual(line.createdAt, last)
  wall.set(new Date(last.getTime() + 1))
  assert.deepEqual((await move(world, 'credit', teamId, 1n)).createdAt, new Date(last.getTime() + 1))
})

const typeOf = (line: { type: string }) => line.type
const descriptionOf = (line: { description: string }) => line.description
