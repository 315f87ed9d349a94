// The registry of banks is complete, and the simulated bank behaves like every bank.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RECHARGE_METHODS } from '../../../contract/payment-methods.ts'
import { BANK_NAMES, SIMULATED } from '../../../contract/payment-providers.ts'
import { MODES } from '../../../contract/teams.ts'
import { pixOrder } from '../../../test/support/fakes/pix-bank.ts'
import { fixedClock } from '../../kernel/process/clock.ts'
import { isBrCode } from '../../kernel/values/br-code.ts'
import { BANKS, makeBanks } from './banks.ts'
import { isAbsent } from './port.ts'

const wall = fixedClock(new Date('2026-11-16T12:00:00.000Z'))

test('every bank of the contract has one entry, with a payment method', () => {
  for (const name of BANK_NAMES) {
    const { methods, title } = BANKS[name]
    assert.equal(BANKS[name].name, name)
    assert.ok(methods.length > 0 && title !== '', name)
  }
})

test('every mode has a bank; test keys have the simulated bank, and keys that need no bank', () => {
  const serving = (mode: (typeof MODES)[number], isProduction: boolean) =>
    Object.values(BANKS)
      .filter((bank) => bank.refusal({ mode, isProduction }) === null)
      .map(({ name }) => name)
  for (const isProduction of [true, false]) {
    assert.deepEqual(serving('test', isProduction), [SIMULATED, 'pix-key'])
    assert.equal(serving('live', isProduction).includes(SIMULATED), !isProduction)
    for (const mode of MODES) assert.ok(serving(mode, isProduction).length > 0)
  }
})

test('a bank gets its settings only if they match its schema', () => {
  const surroundings = { wall, address: { allowedCidrs: [], loopbackOpen: false, resolve: async () => [] } }
  for (const bank of Object.values(BANKS).filter(
    ({ settings }) => Object.keys(settings.properties).length > 0,
  ))
    assert.throws(() => bank.connect({}, { ...surroundings, team: 'team_1' }), bank.name)
})

test('the simulated bank creates a charge for each method, and keeps no books', async () => {
  const { simulated, close } = makeBanks({
    wall,
    address: { allowedCidrs: [], loopbackOpen: false, resolve: async () => [] },
  })
  for (const method of RECHARGE_METHODS) {
    const order = pixOrder({ method })
    const [one, other] = [await simulated.open(order), await simulated.open(order)]
    assert.deepEqual(one, other, 'the same order again gives the same charge')
    assert.ok(one.outcome === 'confirmed')
    if (one.value.method === 'pix') assert.ok(isBrCode(one.value.copyPaste))
    else assert.match('barcode' in one.value ? one.value.barcode : '', /^999\d{41}$/)
    const { txid } = order
    assert.ok(isAbsent(await simulated.read(txid)) && isAbsent(await simulated.withdraw(txid)))
  }
  assert.deepEqual(await simulated.register('https://example.com'), {
    outcome: 'confirmed',
    value: { callbacks: false },
  })
  assert.equal(simulated.readCallback({ pix: [] }), null)
  await close()
})

test('of very many bank clients the least recently used is dropped, and created again', async () => {
  const openMax = 5
  const address = { allowedCidrs: [], loopbackOpen: false, resolve: async () => [] }
  const banks = makeBanks({ wall, address }, openMax)
  const read: string[] = []
  const use = (id: string) =>
    banks.bank('team_1', id, 'asaas', () => {
      read.push(id)
      return { api_key: '$aact_hmlg_000', environment: 'sandbox' }
    })
  const [busy, quiet] = [use('busy'), use('quiet')]
  for (let n = 0; n < openMax; n++) {
    use(`other ${n}`)
    assert.equal(use('busy'), busy)
  }
  assert.notEqual(use('quiet'), quiet)
  assert.deepEqual(
    read.filter((id) => id === 'busy' || id === 'quiet'),
    ['busy', 'quiet', 'quiet'],
  )
  await banks.close()
})
